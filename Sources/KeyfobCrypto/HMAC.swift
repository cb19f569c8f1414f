import Crypto
import Foundation
import KeyfobBackport

/// HMAC with SHA-256 (RFC 2104, RFC 4231), with one key for many messages: half of the work for a short message depends
/// only on the key.
package final class HMACSHA256: Sendable {
    // In a lock, so that it can be shared whether or not CryptoKit's type is Sendable.
    private let keyed: Mutex<HMAC<SHA256>>

    /// Prepares a key.
    package init(key: [UInt8]) { keyed = Mutex(HMAC(key: SymmetricKey(data: key))) }

    /// Returns the 32 bytes that authenticate a message. Compare them with ``ConstantTime``.
    package func authenticate(_ message: [UInt8]) -> [UInt8] {
        keyed.withLock { keyed in
            var code = keyed
            code.update(data: message)
            return Array(code.finalize())
        }
    }

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
