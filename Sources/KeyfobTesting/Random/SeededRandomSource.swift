public import KeyfobCore
import Synchronization

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
