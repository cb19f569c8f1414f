import Crypto
import Foundation

/// A P-256 key that verifies ECDSA signatures with SHA-256 (`ES256`, RFC 7518 section 3.4).
package struct P256PublicKey: Sendable {
    private let key: P256.Signing.PublicKey

    /// The point's first coordinate, 32 bytes, big endian.
    package let x: [UInt8]
    /// The point's second coordinate, 32 bytes, big endian.
    package let y: [UInt8]

    /// Makes a key from its point.
    ///
    /// - Throws: ``CryptoError`` if a coordinate does not have exactly 32 bytes (RFC 7518 section 6.2.1.2), or the
    ///   point is not on the curve.
    package init(x: [UInt8], y: [UInt8]) throws(CryptoError) {
        guard x.count == 32, y.count == 32 else { throw CryptoError("A P-256 coordinate has 32 bytes.") }
        do {
            key = try P256.Signing.PublicKey(x963Representation: [0x04] + x + y)
        } catch {
            throw CryptoError("The coordinates are not a point of the curve P-256.")
        }
        self.x = x
        self.y = y
    }

    init(_ key: P256.Signing.PublicKey) {
        self.key = key
        let coordinates = Array(key.rawRepresentation)
        x = Array(coordinates.prefix(32))
        y = Array(coordinates.suffix(32))
    }

    /// Whether this key made the signature (r and s, 32 bytes each) of that message.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == 64, let parsed = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(parsed, for: message)
    }

    /// The key as a `SubjectPublicKeyInfo` PEM (RFC 5280 section 4.1).
    package var pem: String { key.pemRepresentation }

    /// The DER of a `SubjectPublicKeyInfo` (RFC 5280 section 4.1).
    package var der: [UInt8] { Array(key.derRepresentation) }
}

extension P256PublicKey: Hashable {
    /// Two keys are equal if their points are.
    package static func == (left: P256PublicKey, right: P256PublicKey) -> Bool {
        left.x == right.x && left.y == right.y
    }
    /// Feeds the point to the hasher.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(x)
        hasher.combine(y)
    }
}
