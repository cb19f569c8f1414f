import Crypto
import Foundation

/// Hash functions (FIPS 180-4).
package enum Digest {
    /// SHA-1, only as an identifier (`x5t`, RFC 7517 section 4.8), never for security.
    package static func sha1(_ bytes: [UInt8]) -> [UInt8] { Array(Insecure.SHA1.hash(data: bytes)) }

    /// SHA-256.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
