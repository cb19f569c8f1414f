import Crypto
import Foundation

/// A P-521 key that verifies ECDSA signatures with SHA-512 (`ES512`, RFC 7518 section 3.4).
package struct P521PublicKey: Sendable {
    private let key: P521.Signing.PublicKey

    /// The point's first coordinate, 66 bytes, big endian.
    package let x: [UInt8]
    /// The point's second coordinate, 66 bytes, big endian.
    package let y: [UInt8]

    /// Makes a key from its point.
    ///
    /// - Throws: ``CryptoError`` if a coordinate does not have exactly 66 bytes (RFC 7518 section 6.2.1.2), or the
    ///   point is not on the curve.
    package init(x: [UInt8], y: [UInt8]) throws(CryptoError) {
        guard x.count == 66, y.count == 66 else { throw CryptoError("A P-521 coordinate has 66 bytes.") }
        do {
            key = try P521.Signing.PublicKey(x963Representation: [0x04] + x + y)
        } catch {
            throw CryptoError("The coordinates are not a point of the curve P-521.")
        }
        self.x = x
        self.y = y
    }

    /// Whether this key made the signature (r and s, 66 bytes each) of that message.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == 132, let parsed = try? P521.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(parsed, for: message)
    }
}

extension P521PublicKey: Hashable {
    /// Two keys are equal if their points are.
    package static func == (left: P521PublicKey, right: P521PublicKey) -> Bool {
        left.x == right.x && left.y == right.y
    }
    /// Feeds the point to the hasher.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(x)
        hasher.combine(y)
    }
}
