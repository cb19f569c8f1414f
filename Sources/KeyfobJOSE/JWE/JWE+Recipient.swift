package import KeyfobCore
package import KeyfobCrypto

/// Messages that contain their content key: wrapped for an RSA key (`RSA-OAEP`, RFC 7518 section 4.3), or agreed on
/// between a P-256 key and an ephemeral one (`ECDH-ES`, section 4.6).
extension JWE {
    private static let wrapped = "RSA-OAEP"
    private static let agreed = "ECDH-ES"

    /// Encrypts a message for a key's owner, with a content key that both sides keep.
    ///
    /// - Parameters:
    ///   - plain: the message; may be empty.
    ///   - recipient: the recipient's public key.
    ///   - random: the source of the content key and the vector.
    /// - Returns: the compact serialisation, and the content key of 32 bytes.
    /// - Throws: ``JOSEError`` if swift-crypto fails.
    package static func seal(
        _ plain: [UInt8], for recipient: AsymmetricPublicKey, random: any RandomSource
    ) throws(JOSEError) -> (compact: String, contentKey: Secret<[UInt8]>) {
        let vector = random.bytes(12)
        switch recipient {
        case .rsa(let key):
            let contentKey = random.bytes(32)
            do {
                let encryptedKey = try key.wrap(contentKey)
                let compact = try seal(
                    plain, header: ["alg": .string(wrapped)], encryptedKey: encryptedKey, contentKey: contentKey,
                    initializationVector: vector)
                return (compact, Secret(contentKey))
            } catch let error as CryptoError {
                throw JOSEError(error)
            } catch {
                throw JOSEError("The message could not be encrypted for the key.")
            }
        case .p256(let key): return try seal(plain, agreeingWith: key, vector: vector)
        }
    }

    private static func seal(
        _ plain: [UInt8], agreeingWith key: P256PublicKey, vector: [UInt8]
    ) throws(JOSEError) -> (compact: String, contentKey: Secret<[UInt8]>) {
        let own = P256PrivateKey()
        let contentKey = try agree(own, with: key, partyU: [], partyV: [])
        let header: [String: JSONValue] = [
            "alg": .string(agreed), "epk": .object(JWK.Key.p256(own.publicKey).requiredMembers),
        ]
        let compact = try seal(
            plain, header: header, encryptedKey: [], contentKey: contentKey, initializationVector: vector)
        return (compact, Secret(contentKey))
    }

    /// Returns the content key, for the recipient of the message.
    ///
    /// A session key is sent in this form: only the content key is used, and the content is ignored.
    ///
    /// - Returns: 32 bytes.
    /// - Throws: ``JOSEError`` if the message is for a key of another kind, or for another key.
    package func contentKey(with key: AsymmetricKey) throws(JOSEError) -> Secret<[UInt8]> {
        switch key {
        case .rsa(let key):
            guard algorithm == Self.wrapped else { throw Self.otherKind }
            guard let bytes = try? key.unwrap(encryptedKey), bytes.count == 32 else {
                throw JOSEError("The key in the encrypted message was changed, or is for another key.")
            }
            return Secret(bytes)
        case .p256(let key):
            guard algorithm == Self.agreed, encryptedKey.isEmpty else { throw Self.otherKind }
            guard let members = header["epk"]?.objectValue, members["kty"]?.stringValue == "EC",
                members["crv"]?.stringValue == "P-256", members["d"] == nil,
                let x = members["x"]?.stringValue.flatMap(Base64URL.decode),
                let y = members["y"]?.stringValue.flatMap(Base64URL.decode),
                let other = try? P256PublicKey(x: x, y: y)
            else { throw JOSEError("The encrypted message does not contain the sender's key.") }
            return Secret(
                try Self.agree(key, with: other, partyU: party("apu"), partyV: party("apv")))
        }
    }

    private func party(_ name: String) throws(JOSEError) -> [UInt8] {
        guard let value = header[name] else { return [] }
        guard let bytes = value.stringValue.flatMap(Base64URL.decode) else {
            throw JOSEError("The encrypted message's \(name) is not base64url.")
        }
        return bytes
    }

    private static func agree(
        _ own: P256PrivateKey, with other: P256PublicKey, partyU: [UInt8], partyV: [UInt8]
    ) throws(JOSEError) -> [UInt8] {
        do {
            return ConcatKDF.derive(
                secret: try own.sharedSecret(with: other), algorithm: contentAlgorithm, partyU: partyU,
                partyV: partyV)
        } catch {
            throw JOSEError(error)
        }
    }

    private static var otherKind: JOSEError { JOSEError("The encrypted message is for a key of another kind.") }
}
