import KeyfobBackport
public import KeyfobCore

/// Reproducible bytes from a seed, for tests only: they are predictable from the seed.
public final class SeededRandomSource: RandomSource {
    private let numbers: Mutex<SplitMix>

    /// Makes a source; equal seeds give equal bytes.
    public init(seed: UInt64 = 1) { numbers = Mutex(SplitMix(seed: seed)) }

    /// The next bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        numbers.withLock { numbers in
            (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: numbers.next() >> 32) }
        }
    }

    /// Returns a number below a bound, for choosing where to cut or flip.
    public func below(_ bound: Int) -> Int {
        bound <= 0 ? 0 : Int(numbers.withLock { $0.next() } % UInt64(bound))
    }
}

/// SplitMix64: pseudo-random numbers from a seed, so that a failure can be reproduced.
package struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator; equal seeds give equal numbers.
    package init(seed: UInt64) { state = seed }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
