import Foundation
import KeyfobCore
import KeyfobCrypto
package import KeyfobIdPModel
package import KeyfobJOSE

/// Makes keys, and rotates them: next becomes current, current retires, a new key is published as next.
package enum KeyRotation {
    /// The seconds for which a retired key stays published: longer than any token that it signed.
    static let retirement: Int64 = 2 * 86400

    package static func make(
        _ algorithm: SignatureAlgorithm, role: StoredSigningKey.Role, now: Int64
    ) throws -> StoredSigningKey {
        switch algorithm {
        case .rs256:
            let key = try RSAPrivateKey()
            let certificate = try SelfSignedCertificate.der(
                for: key, commonName: "Keyfob signing key", now: Date(unixSeconds: now))
            return StoredSigningKey(
                keyID: Base64URL.encode(Digest.sha1(certificate)), algorithm: algorithm.rawValue,
                privateKeyPEM: Secret(key.pem), certificate: certificate, role: role, createdAt: now)
        case .es256:
            let key = P256PrivateKey()
            return StoredSigningKey(
                keyID: Base64URL.encode(JWK(key.publicKey, keyID: nil).thumbprint), algorithm: algorithm.rawValue,
                privateKeyPEM: Secret(key.pem), role: role, createdAt: now)
        }
    }

    /// Adds those of the two published keys that are missing.
    static func complete(_ keys: [StoredSigningKey], in transaction: any IdPTransaction) throws {
        let stored = try transaction.signingKeys()
        for key in keys where !stored.contains(where: { $0.role == key.role }) { try transaction.put(key) }
    }

    /// Rotates the keys, with the new next one.
    package static func rotate(next: StoredSigningKey, now: Int64, in transaction: any IdPTransaction) throws {
        for var key in try transaction.signingKeys() {
            switch key.role {
            case .current:
                key.role = .retired
                key.retiredAt = now
                try transaction.put(key)
            case .next:
                key.role = .current
                try transaction.put(key)
            case .retired:
                if let retiredAt = key.retiredAt, retiredAt + retirement < now {
                    try transaction.removeSigningKey(keyID: key.keyID)
                }
            // Devices keep their certificates for ten years, so their authority stays.
            case .deviceAuthority: break
            }
        }
        try transaction.put(next)
    }
}
