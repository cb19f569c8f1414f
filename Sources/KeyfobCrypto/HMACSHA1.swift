import Crypto
import Foundation

/// HMAC with SHA-1 (RFC 2104, RFC 2202): what one-time codes are computed with (RFC 4226 section 5.2), and nothing else
/// here. Its collisions do not weaken it as a keyed function.
public enum HMACSHA1 {
    /// The 20 bytes that authenticate a message under a key.
    public static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }
}
