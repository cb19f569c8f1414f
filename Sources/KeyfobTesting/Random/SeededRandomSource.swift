public import KeyfobCore
import Synchronization

/// Reproducible bytes from a seed, for tests only: anyone who knows the seed knows them all.
public final class SeededRandomSource: RandomSource {
    private let state: Mutex<UInt64>

    /// Makes a source; equal seeds give equal bytes.
    public init(seed: UInt64 = 1) { state = Mutex(seed) }

    /// The next bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: Self.next(&state) >> 32) }
        }
    }

    /// A number below a bound, for choosing where to cut or flip.
    public func below(_ bound: Int) -> Int {
        bound <= 0 ? 0 : Int(state.withLock { Self.next(&$0) } % UInt64(bound))
    }

    /// SplitMix64.
    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
