import Crypto
import Foundation

/// A P-256 key that signs by ECDSA with SHA-256 (`ES256`, RFC 7518 section 3.4).
package struct P256PrivateKey: Sendable {
    let key: P256.Signing.PrivateKey

    /// The public half.
    package let publicKey: P256PublicKey

    /// Generates a key.
    package init() { self.init(P256.Signing.PrivateKey()) }

    /// Parses a key from PEM, PKCS #8 or SEC 1.
    ///
    /// - Throws: ``CryptoError`` if the text is not such a key.
    package init(pem: String) throws(CryptoError) {
        do {
            self.init(try P256.Signing.PrivateKey(pemRepresentation: pem))
        } catch {
            throw CryptoError("The text is not the PEM form of a P-256 private key.")
        }
    }

    private init(_ key: P256.Signing.PrivateKey) {
        self.key = key
        publicKey = P256PublicKey(key.publicKey)
    }

    /// The key as PKCS #8 PEM. It is a secret: keep it in a file of mode 0600.
    package var pem: String { key.pemRepresentation }

    /// Signs a message.
    ///
    /// - Returns: the numbers r and s, 32 bytes each.
    /// - Throws: ``CryptoError`` if swift-crypto fails.
    package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        do {
            return Array(try key.signature(for: message).rawRepresentation)
        } catch {
            throw CryptoError("The message could not be signed with the P-256 key.")
        }
    }
}

extension P256PrivateKey: CustomStringConvertible, CustomReflectable {
    /// The kind of key only.
    package var description: String { "P-256 private key" }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

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
