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
