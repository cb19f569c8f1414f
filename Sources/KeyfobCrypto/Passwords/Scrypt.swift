import Crypto
import CryptoExtras
import Foundation

/// The scrypt key derivation function (RFC 7914).
package enum Scrypt {
    /// The upper limit of memory, whatever parameters a stored hash contains.
    static let memoryLimit = 1 << 26

    /// Derives bytes from a password.
    ///
    /// - Parameters:
    ///   - password: the password's bytes.
    ///   - salt: random bytes, stored with the result.
    ///   - count: the number of bytes to derive, 1 to 1024.
    ///   - parameters: the cost.
    /// - Throws: ``CryptoError`` if the parameters are not valid, or require more than 64 MiB.
    package static func derive(
        _ password: [UInt8], salt: [UInt8], count: Int, parameters: ScryptParameters
    ) throws(CryptoError) -> [UInt8] {
        guard parameters.isValid, (1...1024).contains(count) else {
            throw CryptoError("The scrypt parameters are out of range.")
        }
        do {
            let key = try KDF.Scrypt.deriveKey(
                from: password, salt: salt, outputByteCount: count, rounds: parameters.n, blockSize: parameters.r,
                parallelism: parameters.p)
            return key.withUnsafeBytes { Array($0) }
        } catch {
            throw CryptoError("The password could not be hashed.")
        }
    }
}

extension ScryptParameters {
    /// Whether RFC 7914 allows the values, and 64 MiB and about a second suffice for them.
    var isValid: Bool {
        (2...(1 << 20)).contains(n) && n & (n - 1) == 0 && (1...32).contains(r) && (1...16).contains(p)
            && 128 * n * r <= Scrypt.memoryLimit && (r > 1 || n < 1 << 16)
    }
}

/// The cost parameters of a scrypt password hash (RFC 7914 section 2).
package struct ScryptParameters: Sendable, Hashable {
    /// The CPU and memory cost, a power of two: 128 times `n` times `r` bytes are needed.
    package let n: Int
    /// The block size.
    package let r: Int
    /// The parallelisation.
    package let p: Int

    /// Makes parameters, which are checked when they are used.
    package init(n: Int, r: Int, p: Int) {
        self.n = n
        self.r = r
        self.p = p
    }

    /// For users' passwords: 32 MiB, about 80 ms on one core.
    package static let standard = ScryptParameters(n: 1 << 15, r: 8, p: 1)

    /// For tests of other behaviour: hardly any cost and no protection.
    package static let test = ScryptParameters(n: 2, r: 8, p: 1)
}
