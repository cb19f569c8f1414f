/// A small generator whose sequence depends only on its seed (Steele, Lea and Flood, 2014).
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// Changes, removes, adds or doubles one byte, or truncates.
    mutating func mutate(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return bytes.append(UInt8(truncatingIfNeeded: next())) }
        let index = below(bytes.count)
        switch below(6) {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: next())
        case 1: bytes[index] ^= 1 << UInt8(below(8))
        case 2: bytes.remove(at: index)
        case 3: bytes.insert(UInt8(truncatingIfNeeded: next()), at: index)
        case 4: bytes.insert(bytes[index], at: index)
        default: bytes.removeSubrange(index...)
        }
    }
}
