import KeyfobCore
import KeyfobCrypto

/// The algorithms by which issuers sign tokens that Keyfob accepts: all of RFC 7518 section 3.1 with a public key, and
/// Ed25519 (RFC 8037). There is no `none` and no HMAC, so a token's header cannot select them.
package enum IssuerAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256
    case rs256 = "RS256"
    /// RSASSA-PKCS1-v1_5 with SHA-384
    case rs384 = "RS384"
    /// RSASSA-PKCS1-v1_5 with SHA-512
    case rs512 = "RS512"
    /// RSASSA-PSS with SHA-256
    case ps256 = "PS256"
    /// RSASSA-PSS with SHA-384
    case ps384 = "PS384"
    /// RSASSA-PSS with SHA-512
    case ps512 = "PS512"
    /// ECDSA on P-256 with SHA-256
    case es256 = "ES256"
    /// ECDSA on P-384 with SHA-384
    case es384 = "ES384"
    /// ECDSA on P-521 with SHA-512
    case es512 = "ES512"
    /// Ed25519
    case edDSA = "EdDSA"
    /// Ed25519, by its newer name (RFC 9864 section 2.2)
    case ed25519 = "Ed25519"
}

extension JWK.Key {
    /// Whether a key of this kind may verify signatures of an algorithm.
    func isFor(_ algorithm: IssuerAlgorithm) -> Bool {
        switch (self, algorithm) {
        case (.rsa, .rs256), (.rsa, .rs384), (.rsa, .rs512), (.rsa, .ps256), (.rsa, .ps384), (.rsa, .ps512),
            (.p256, .es256), (.p384, .es384), (.p521, .es512), (.ed25519, .edDSA), (.ed25519, .ed25519):
            true
        default: false
        }
    }

    /// Whether this key made the signature of that message by an algorithm.
    func verifies(_ signature: [UInt8], of message: [UInt8], by algorithm: IssuerAlgorithm) -> Bool {
        switch (self, algorithm) {
        case (.rsa(let key), .rs256): key.verifies(signature, of: message, .sha256, .pkcs1)
        case (.rsa(let key), .rs384): key.verifies(signature, of: message, .sha384, .pkcs1)
        case (.rsa(let key), .rs512): key.verifies(signature, of: message, .sha512, .pkcs1)
        case (.rsa(let key), .ps256): key.verifies(signature, of: message, .sha256, .pss)
        case (.rsa(let key), .ps384): key.verifies(signature, of: message, .sha384, .pss)
        case (.rsa(let key), .ps512): key.verifies(signature, of: message, .sha512, .pss)
        case (.p256(let key), .es256): key.verifies(signature, of: message)
        case (.p384(let key), .es384): key.verifies(signature, of: message)
        case (.p521(let key), .es512): key.verifies(signature, of: message)
        case (.ed25519(let key), .edDSA), (.ed25519(let key), .ed25519): key.verifies(signature, of: message)
        default: false
        }
    }
}

extension JWK {
    /// Whether an issuer may have signed with this key by an algorithm: that of the key's kind, and of `alg` if the key
    /// has that.
    package func isFor(_ algorithm: IssuerAlgorithm) -> Bool {
        guard key.isFor(algorithm) else { return false }
        guard let named = members["alg"]?.stringValue.flatMap(IssuerAlgorithm.init(rawValue:)) else { return true }
        return named == algorithm || [named, algorithm].allSatisfy { $0 == .edDSA || $0 == .ed25519 }
    }
}

extension JWS {
    /// The algorithm of the header; nil for any other, such as `none` and `HS256`.
    package var issuerAlgorithm: IssuerAlgorithm? {
        header["alg"]?.stringValue.flatMap(IssuerAlgorithm.init(rawValue:))
    }

    /// Verifies the signature of an issuer, by the algorithm that the header names and the key allows.
    ///
    /// - Throws: ``JOSEError`` if the key and the header do not agree, or the signature is not valid.
    package func verify(with key: JWK) throws(JOSEError) {
        guard let issuerAlgorithm, key.isFor(issuerAlgorithm) else {
            throw JOSEError("The token is not signed by an algorithm that belongs to the key.")
        }
        guard key.key.verifies(signature, of: signedText, by: issuerAlgorithm) else {
            throw JOSEError("The token's signature is not valid.")
        }
    }
}
