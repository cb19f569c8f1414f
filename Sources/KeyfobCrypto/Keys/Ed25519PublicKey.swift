import Crypto
import Foundation

/// A key that verifies signatures of Ed25519 (`EdDSA`, RFC 8037 section 3.1).
package struct Ed25519PublicKey: Sendable {
    private let key: Curve25519.Signing.PublicKey

    /// The point, 32 bytes (RFC 8032 section 5.1.5).
    package let bytes: [UInt8]

    /// Makes a key from its point.
    ///
    /// - Throws: ``CryptoError`` if it does not have exactly 32 bytes.
    package init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == 32 else { throw CryptoError("An Ed25519 key has 32 bytes.") }
        do {
            key = try Curve25519.Signing.PublicKey(rawRepresentation: bytes)
        } catch {
            throw CryptoError("The bytes are not an Ed25519 key.")
        }
        self.bytes = bytes
    }

    /// Whether this key made the signature, 64 bytes, of that message.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        signature.count == 64 && key.isValidSignature(signature, for: message)
    }
}

extension Ed25519PublicKey: Hashable {
    /// Two keys are equal if their points are.
    package static func == (left: Ed25519PublicKey, right: Ed25519PublicKey) -> Bool { left.bytes == right.bytes }
    /// Feeds the point to the hasher.
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
