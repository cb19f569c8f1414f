import Crypto
import Foundation

extension P256PrivateKey {
    /// Returns the secret that this key and another party's agree on (ECDH, NIST SP 800-56A section 5.7.1.2): 32 bytes.
    /// Use them only through ``ConcatKDF``.
    ///
    /// - Throws: ``CryptoError`` if swift-crypto fails.
    package func sharedSecret(with other: P256PublicKey) throws(CryptoError) -> [UInt8] {
        do {
            let own = try P256.KeyAgreement.PrivateKey(rawRepresentation: key.rawRepresentation)
            let theirs = try P256.KeyAgreement.PublicKey(rawRepresentation: other.x + other.y)
            return try own.sharedSecretFromKeyAgreement(with: theirs).withUnsafeBytes { Array($0) }
        } catch {
            throw CryptoError("The two P-256 keys could not agree on a secret.")
        }
    }
}
