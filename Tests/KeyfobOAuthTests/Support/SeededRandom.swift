import KeyfobCore

/// SplitMix64: the same sequence for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A source that always returns the same bytes.
struct FixedRandomSource: RandomSource {
    let content: [UInt8]
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { content[$0 % content.count] } }
}

/// Returns damaged versions of a text, as from a faulty or malicious sender.
func mutations(of bytes: [UInt8], count: Int, seed: UInt64) -> [[UInt8]] {
    var generator = SeededGenerator(seed)
    return (0..<count).map { _ in
        var copy = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let at = Int.random(in: 0...max(0, copy.count - 1), using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0 where !copy.isEmpty: copy[at] = UInt8.random(in: .min ... .max, using: &generator)
            case 1 where !copy.isEmpty: copy.remove(at: at)
            case 2: copy.insert(UInt8.random(in: .min ... .max, using: &generator), at: min(at, copy.count))
            case 3: copy.removeLast(min(copy.count, Int.random(in: 0...20, using: &generator)))
            default: copy.insert(contentsOf: copy.prefix(30), at: min(at, copy.count))
            }
        }
        return copy
    }
}
