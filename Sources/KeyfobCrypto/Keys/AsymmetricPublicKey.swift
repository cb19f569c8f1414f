import Crypto
import CryptoExtras
import Foundation

/// The public half of an ``AsymmetricKey``.
package enum AsymmetricPublicKey: Sendable, Hashable {
    /// RSA
    case rsa(RSAPublicKey)
    /// P-256
    case p256(P256PublicKey)

    /// Parses the DER of a `SubjectPublicKeyInfo` (RFC 5280 section 4.1).
    ///
    /// - Throws: ``CryptoError`` if the bytes are not an RSA key of 2048 to 8192 bits or a P-256 key.
    package init(der: [UInt8]) throws(CryptoError) {
        do {
            if let point = try? P256.Signing.PublicKey(derRepresentation: der) {
                self = .p256(P256PublicKey(point))
            } else {
                self = .rsa(try RSAPublicKey(_RSA.Signing.PublicKey(derRepresentation: der)))
            }
        } catch {
            throw CryptoError("The bytes are not an RSA or P-256 public key.")
        }
    }

    /// The DER of a `SubjectPublicKeyInfo` (RFC 5280 section 4.1).
    package var der: [UInt8] {
        switch self {
        case .rsa(let key): key.der
        case .p256(let key): key.der
        }
    }

    /// Whether a signature of a certificate or a certificate request was made by this key: PKCS #1 v1.5 or DER-encoded
    /// ECDSA, with SHA-256.
    package func verifies(certificateSignature signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .rsa(let key): key.verifies(signature, of: message)
        case .p256(let key): key.verifies(derSignature: signature, of: message)
        }
    }
}

/// A private key for which certificates can be made, RSA or P-256.
package enum AsymmetricKey: Sendable {
    /// RSA
    case rsa(RSAPrivateKey)
    /// P-256
    case p256(P256PrivateKey)

    /// Parses a key from PEM: PKCS #8, PKCS #1 or SEC 1.
    ///
    /// - Throws: ``CryptoError`` if the text is not an RSA private key of at least 2048 bits or a P-256 private key.
    package init(pem: String) throws(CryptoError) {
        if let key = try? P256PrivateKey(pem: pem) {
            self = .p256(key)
        } else {
            self = .rsa(try RSAPrivateKey(pem: pem))
        }
    }

    /// The public half.
    package var publicKey: AsymmetricPublicKey {
        switch self {
        case .rsa(let key): .rsa(key.publicKey)
        case .p256(let key): .p256(key.publicKey)
        }
    }

    /// The key as PKCS #8 PEM. It is a secret: keep it in a file of mode 0600.
    package var pem: String {
        switch self {
        case .rsa(let key): key.pem
        case .p256(let key): key.pem
        }
    }

    /// Signs in the form used in certificates; see ``AsymmetricPublicKey/verifies(certificateSignature:of:)``.
    func certificateSignature(of message: [UInt8]) throws(CryptoError) -> [UInt8] {
        switch self {
        case .rsa(let key): try key.sign(message)
        case .p256(let key): try key.derSignature(of: message)
        }
    }
}
