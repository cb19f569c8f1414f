package import KeyfobCore
package import KeyfobCrypto

/// A private key with its key id and its only algorithm.
package struct SigningKey: Sendable {
    private enum Key: Sendable {
        case rsa(RSAPrivateKey)
        case p256(P256PrivateKey)
    }

    private let key: Key
    /// `kid`
    package let keyID: String
    /// `alg`
    package let algorithm: SignatureAlgorithm
    /// The public key, as it is published.
    package let publicJWK: JWK
    /// The header of nearly every token, encoded once: `{"alg":…,"kid":…,"typ":"JWT"}`.
    let standardHeader: String

    /// Makes a key that signs with `RS256`.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - keyID: `kid`
    ///   - additional: further members of the public JWK, such as `x5c`.
    package static func rsa(
        _ key: RSAPrivateKey, keyID: String, additional: [String: JSONValue] = [:]
    ) -> SigningKey {
        SigningKey(.rsa(key), JWK(key.publicKey, keyID: keyID, additional: additional), keyID, .rs256)
    }

    /// Makes a key that signs with `ES256`.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - keyID: `kid`
    ///   - additional: further members of the public JWK.
    package static func p256(
        _ key: P256PrivateKey, keyID: String, additional: [String: JSONValue] = [:]
    ) -> SigningKey {
        SigningKey(.p256(key), JWK(key.publicKey, keyID: keyID, additional: additional), keyID, .es256)
    }

    private init(_ key: Key, _ publicJWK: JWK, _ keyID: String, _ algorithm: SignatureAlgorithm) {
        self.key = key
        self.keyID = keyID
        self.algorithm = algorithm
        self.publicJWK = publicJWK
        standardHeader = JWS.encodedHeader([:], algorithm: algorithm, keyID: keyID)
    }

    /// Signs a message.
    ///
    /// - Throws: ``JOSEError`` if swift-crypto fails.
    package func sign(_ message: [UInt8]) throws(JOSEError) -> [UInt8] {
        do {
            switch key {
            case .rsa(let key): return try key.sign(message)
            case .p256(let key): return try key.sign(message)
            }
        } catch {
            throw JOSEError(error)
        }
    }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
    /// The algorithm and the key id.
    package var description: String { "\(algorithm.rawValue) key \(keyID)" }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
