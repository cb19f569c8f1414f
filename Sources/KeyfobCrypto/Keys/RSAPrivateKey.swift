import CryptoExtras
import Foundation

/// An RSA key that signs by RSASSA-PKCS1-v1_5 with SHA-256 (`RS256`, RFC 7518 section 3.3).
///
/// The key is parsed once, when it is made, and not again for each signature.
package struct RSAPrivateKey: Sendable {
    let key: _RSA.Signing.PrivateKey

    /// The public half.
    package let publicKey: RSAPublicKey

    /// Generates a key.
    ///
    /// - Parameter bits: the length of the modulus: 2048, 3072 or 4096.
    /// - Throws: ``CryptoError`` for another length.
    package init(bits: Int = 2048) throws(CryptoError) {
        guard [2048, 3072, 4096].contains(bits) else {
            throw CryptoError("An RSA key has 2048, 3072 or 4096 bits.")
        }
        do {
            try self.init(_RSA.Signing.PrivateKey(keySize: .init(bitCount: bits)))
        } catch {
            throw CryptoError("The RSA key could not be generated.")
        }
    }

    /// Parses a key from PEM, PKCS #8 or PKCS #1.
    ///
    /// - Throws: ``CryptoError`` if the text is not such a key, or the key has less than 2048 bits.
    package init(pem: String) throws(CryptoError) {
        do {
            try self.init(_RSA.Signing.PrivateKey(pemRepresentation: pem))
        } catch {
            throw CryptoError("The text is not the PEM form of an RSA private key of at least 2048 bits.")
        }
    }

    private init(_ key: _RSA.Signing.PrivateKey) throws {
        self.key = key
        publicKey = try RSAPublicKey(key.publicKey)
    }

    /// The key as PKCS #8 PEM. It is a secret: keep it in a file of mode 0600.
    package var pem: String { key.pkcs8PEMRepresentation }

    /// Signs a message.
    ///
    /// - Returns: the signature, as long as the modulus.
    /// - Throws: ``CryptoError`` if swift-crypto fails.
    package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        do {
            return Array(try key.signature(for: message, padding: .insecurePKCS1v1_5).rawRepresentation)
        } catch {
            throw CryptoError("The message could not be signed with the RSA key.")
        }
    }
}

extension RSAPrivateKey: CustomStringConvertible, CustomReflectable {
    /// The size of the key only.
    package var description: String { "RSA private key of \(key.keySizeInBits) bits" }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
