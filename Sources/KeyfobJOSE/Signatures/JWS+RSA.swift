import KeyfobCore
package import KeyfobCrypto

/// Messages signed with an RSA key, by either of the two paddings.
extension JWS {
    /// The algorithms of RSA keys with which clients sign their assertions (RFC 7518 sections 3.3 and 3.5).
    package enum RSAAlgorithm: String, Sendable, Hashable, CaseIterable {
        /// RSASSA-PKCS1-v1_5 with SHA-256
        case rs256 = "RS256"
        /// RSASSA-PSS with SHA-256
        case ps256 = "PS256"
    }

    /// The algorithm of the header; nil for any other, such as `none` and `HS256`.
    package var rsaAlgorithm: RSAAlgorithm? { header["alg"]?.stringValue.flatMap(RSAAlgorithm.init(rawValue:)) }

    /// Verifies the signature with a key that the caller trusts.
    ///
    /// - Throws: ``JOSEError`` if the header names another algorithm, or the signature is not valid.
    package func verify(with key: RSAPublicKey) throws(JOSEError) {
        guard let rsaAlgorithm else { throw JOSEError("The token is not signed by RS256 or PS256.") }
        let isValid =
            switch rsaAlgorithm {
            case .rs256: key.verifies(signature, of: signedText)
            case .ps256: key.verifies(pssSignature: signature, of: signedText)
            }
        guard isValid else { throw JOSEError("The token's signature is not valid.") }
    }
}
