import CryptoExtras
import Foundation

extension RSAPublicKey {
    /// Encrypts a short secret so that only the private key can decrypt it (RSAES-OAEP with SHA-1, the `RSA-OAEP` of
    /// RFC 7518 section 4.3; OAEP does not need a collision-resistant hash).
    ///
    /// - Parameter secret: at least 42 bytes shorter than the modulus.
    /// - Throws: ``CryptoError`` if it is longer.
    package func wrap(_ secret: [UInt8]) throws(CryptoError) -> [UInt8] {
        do {
            let key = try _RSA.Encryption.PublicKey(n: modulus, e: exponent)
            return Array(try key.encrypt(secret, padding: .PKCS1_OAEP))
        } catch {
            throw CryptoError("The secret is too long to be encrypted for the RSA key.")
        }
    }
}

extension RSAPrivateKey {
    /// Decrypts the result of ``RSAPublicKey/wrap(_:)``.
    ///
    /// - Throws: ``CryptoError`` if it was changed, or encrypted with another key.
    package func unwrap(_ wrapped: [UInt8]) throws(CryptoError) -> [UInt8] {
        do {
            let key = try _RSA.Encryption.PrivateKey(derRepresentation: key.derRepresentation)
            return Array(try key.decrypt(wrapped, padding: .PKCS1_OAEP))
        } catch {
            throw CryptoError("The wrapped secret was changed, or is for another key.")
        }
    }
}
