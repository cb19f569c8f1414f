import Crypto
import Foundation

/// HMAC with SHA-256 (RFC 2104, RFC 4231).
package enum HMACSHA256 {
    /// Returns the 32 bytes that authenticate a message with a key. Compare them with ``ConstantTime``.
    package static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }
}
