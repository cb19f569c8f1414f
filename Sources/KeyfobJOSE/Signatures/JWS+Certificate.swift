package import KeyfobCore
package import KeyfobCrypto

/// Messages signed with a key whose certificate is in the header (`x5c`, RFC 7515 section 4.1.6).
extension JWS {
    /// Signs a message.
    ///
    /// - Parameters:
    ///   - payload: the message.
    ///   - header: further header members; `alg` and `x5c` are always set from the key and certificate, `typ` is `JWT`
    ///     unless given here.
    ///   - key: the key.
    ///   - certificate: its certificate, DER.
    /// - Returns: the compact serialisation; ECDSA as r and s (RFC 7518 section 3.4).
    /// - Throws: ``JOSEError`` if swift-crypto fails.
    package static func sign(
        _ payload: [UInt8], header: [String: JSONValue] = [:], with key: AsymmetricKey, certificate: [UInt8]
    ) throws(JOSEError) -> String {
        var header = header
        header["alg"] = .string(key.publicKey.algorithm.rawValue)
        header["x5c"] = [.string(Base64.encode(certificate))]
        if header["typ"] == nil { header["typ"] = "JWT" }
        let signedText = "\(Base64URL.encode(JSONValue.object(header).bytes())).\(Base64URL.encode(payload))"
        do {
            let signature =
                switch key {
                case .rsa(let key): try key.sign(Array(signedText.utf8))
                case .p256(let key): try key.sign(Array(signedText.utf8))
                }
            return "\(signedText).\(Base64URL.encode(signature))"
        } catch {
            throw JOSEError(error)
        }
    }

    /// Returns the certificates in the header, in DER, the signing key's first.
    ///
    /// - Throws: ``JOSEError`` if there are none or more than eight, or one is not base64.
    package func certificates() throws(JOSEError) -> [[UInt8]] {
        let texts = header["x5c"]?.arrayValue ?? []
        let certificates = texts.compactMap { $0.stringValue.flatMap(Base64.decode) }
        guard (1...8).contains(texts.count), certificates.count == texts.count else {
            throw JOSEError("The token's header contains no readable certificates.")
        }
        return certificates
    }

    /// Verifies the signature with the key of a certificate that the caller trusts.
    ///
    /// An ECDSA signature may be r and s (RFC 7518 section 3.4), or their DER, as Apple's devices send it.
    ///
    /// - Throws: ``JOSEError`` if the header names another algorithm than the key's, or the signature is not valid.
    package func verify(with key: AsymmetricPublicKey) throws(JOSEError) {
        guard header["alg"]?.stringValue == key.algorithm.rawValue else {
            throw JOSEError("The token is not signed by the algorithm that belongs to the key.")
        }
        let isValid =
            switch key {
            case .rsa(let key): key.verifies(signature, of: signedText)
            case .p256(let key):
                key.verifies(signature, of: signedText) || key.verifies(derSignature: signature, of: signedText)
            }
        guard isValid else { throw JOSEError("The token's signature is not valid.") }
    }
}

extension AsymmetricPublicKey {
    /// The only signature algorithm of the key's kind.
    package var algorithm: SignatureAlgorithm {
        switch self {
        case .rsa: .rs256
        case .p256: .es256
        }
    }
}
