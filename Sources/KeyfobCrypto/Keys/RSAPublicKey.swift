import CryptoExtras
import Foundation

/// An RSA key that verifies RSASSA-PKCS1-v1_5 signatures with SHA-256 (`RS256`, RFC 7518 section 3.3).
package struct RSAPublicKey: Sendable {
    let key: _RSA.Signing.PublicKey

    /// The modulus, big endian, without leading zeros.
    package let modulus: [UInt8]
    /// The public exponent, big endian, without leading zeros.
    package let exponent: [UInt8]

    /// Makes a key from its numbers, big endian.
    ///
    /// - Throws: ``CryptoError`` if the modulus has less than 2048 bits (RFC 7518 section 3.3) or more than 8192, is
    ///   even, or the exponent is even, 1 or longer than 4 bytes.
    package init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
        let modulus = Array(modulus.drop { $0 == 0 })
        let exponent = Array(exponent.drop { $0 == 0 })
        let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        guard (2048...8192).contains(bits), let last = modulus.last, last & 1 == 1 else {
            throw CryptoError("An RSA modulus is odd and has 2048 to 8192 bits.")
        }
        guard (1...4).contains(exponent.count), let low = exponent.last, low & 1 == 1, exponent != [1] else {
            throw CryptoError("An RSA public exponent is odd, greater than 1 and at most 4 bytes long.")
        }
        do {
            key = try _RSA.Signing.PublicKey(n: modulus, e: exponent)
        } catch {
            throw CryptoError("The numbers are not an RSA public key.")
        }
        self.modulus = modulus
        self.exponent = exponent
    }

    init(_ key: _RSA.Signing.PublicKey) throws {
        let numbers = try key.getKeyPrimitives()
        try self.init(modulus: Array(numbers.modulus), exponent: Array(numbers.publicExponent))
    }

    /// Whether this key made the signature of that message.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: message, padding: .insecurePKCS1v1_5)
    }

    /// The key as a `SubjectPublicKeyInfo` PEM (RFC 5280 section 4.1).
    package var pem: String { key.pemRepresentation }

    /// The DER of a `SubjectPublicKeyInfo` (RFC 5280 section 4.1).
    package var der: [UInt8] { Array(key.derRepresentation) }
}

extension RSAPublicKey: Hashable {
    /// Two keys are equal if their numbers are.
    package static func == (left: RSAPublicKey, right: RSAPublicKey) -> Bool {
        left.modulus == right.modulus && left.exponent == right.exponent
    }
    /// Feeds the numbers to the hasher.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(modulus)
        hasher.combine(exponent)
    }
}
