import Crypto
import Foundation

/// HMAC with SHA-256 (RFC 2104, RFC 4231).
package enum HMACSHA256 {
    /// Returns the 32 bytes that authenticate a message with a key. Compare them with ``ConstantTime``.
    package static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }
}

/// HMAC with SHA-1 (RFC 2104, RFC 2202), only for one-time codes (RFC 4226 section 5.2). SHA-1's collisions do not
/// weaken it as a keyed function.
package enum HMACSHA1 {
    /// Returns the 20 bytes that authenticate a message with a key.
    package static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }
}
