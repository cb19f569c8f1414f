/// Raw DEFLATE (RFC 1951), as the redirect binding compresses messages (SAML Bindings section 3.4.4.1).
///
/// The output is bounded while it is written: a few bytes can stand for gigabytes. The time is proportional to the
/// input and the output.
package enum Inflation {
    /// Decompresses a text.
    ///
    /// - Parameters:
    ///   - bytes: the compressed text; nothing follows its last block.
    ///   - limit: the largest number of bytes that it may stand for.
    /// - Returns: nil if it is malformed or incomplete, or stands for more.
    package static func inflated(_ bytes: [UInt8], atMost limit: Int) -> [UInt8]? {
        var inflater = Inflater(bits: DeflateBits(bytes: bytes), limit: limit)
        return inflater.run() ? inflater.out : nil
    }

    /// Wraps bytes in blocks that are not compressed, which every reader of DEFLATE accepts.
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var start = 0
        repeat {
            let end = min(start + 0xFFFF, bytes.count)
            let count = UInt16(end - start)
            out.append(end == bytes.count ? 1 : 0)
            out += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
            out += bytes[start..<end]
            start = end
        } while start < bytes.count
        return out
    }
}

/// The bits of a compressed text, the lowest of each byte first (RFC 1951 section 3.1.1).
private struct DeflateBits {
    let bytes: [UInt8]
    var place = 0
    private var held: UInt32 = 0
    private var count = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    /// The next bits as a number, at most 16 of them; nil at the end of the text.
    mutating func take(_ wanted: Int) -> Int? {
        while count < wanted {
            guard place < bytes.count else { return nil }
            held |= UInt32(bytes[place]) << UInt32(count)
            place += 1
            count += 8
        }
        let value = held & ((1 << UInt32(wanted)) - 1)
        held >>= UInt32(wanted)
        count -= wanted
        return Int(value)
    }

    /// Continues at the next whole byte.
    mutating func align() {
        held = 0
        count = 0
    }
}

/// A table of canonical Huffman codes (RFC 1951 section 3.2.2).
private struct HuffmanTable {
    private var counts = [Int](repeating: 0, count: 16)
    private var symbols: [Int] = []

    /// Makes the table of the lengths, one for each symbol; nil if they describe no code.
    init?(_ lengths: [Int]) {
        for length in lengths { counts[length] += 1 }
        counts[0] = 0
        var free = 1
        for length in 1...15 {
            free = free * 2 - counts[length]
            guard free >= 0 else { return nil }
        }
        // Incomplete codes are for a single symbol only: a text may need no, or one, distance.
        let used = counts.reduce(0, +)
        guard free == 0 || used <= 1 else { return nil }
        for length in 1...15 where counts[length] > 0 {
            symbols += lengths.indices.filter { lengths[$0] == length }
        }
    }

    /// The next symbol; nil where the bits are no code of the table.
    func next(_ bits: inout DeflateBits) -> Int? {
        var code = 0
        var first = 0
        var index = 0
        for length in 1...15 {
            guard let bit = bits.take(1) else { return nil }
            code |= bit
            let count = counts[length]
            if code - first < count { return symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }

    static let fixedLiterals = HuffmanTable(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = HuffmanTable([Int](repeating: 5, count: 32))
}

private struct Inflater {
    /// The base and the number of further bits of each length and distance (RFC 1951 section 3.2.5).
    private static let lengths = [
        (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1), (17, 1), (19, 2),
        (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4), (83, 4), (99, 4), (115, 4), (131, 5),
        (163, 5), (195, 5), (227, 5), (258, 0),
    ]
    private static let distances = [
        (1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (7, 1), (9, 2), (13, 2), (17, 3), (25, 3), (33, 4), (49, 4), (65, 5),
        (97, 5), (129, 6), (193, 6), (257, 7), (385, 7), (513, 8), (769, 8), (1025, 9), (1537, 9), (2049, 10),
        (3073, 10), (4097, 11), (6145, 11), (8193, 12), (12289, 12), (16385, 13), (24577, 13),
    ]
    /// The order in which the lengths of the code for lengths are written (RFC 1951 section 3.2.7).
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    var bits: DeflateBits
    let limit: Int
    var out: [UInt8] = []

    init(bits: DeflateBits, limit: Int) {
        self.bits = bits
        self.limit = limit
    }

    mutating func run() -> Bool {
        while true {
            guard let isLast = bits.take(1), let kind = bits.take(2) else { return false }
            switch kind {
            case 0: guard stored() else { return false }
            case 1:
                guard let literals = HuffmanTable.fixedLiterals, let distances = HuffmanTable.fixedDistances,
                    compressed(literals, distances)
                else { return false }
            case 2: guard let (literals, distances) = tables(), compressed(literals, distances) else { return false }
            default: return false
            }
            if isLast == 1 { return bits.isAtEnd }
        }
    }

    private mutating func stored() -> Bool {
        bits.align()
        guard let count = bits.take(16), let check = bits.take(16), count == ~check & 0xFFFF else { return false }
        guard count <= limit - out.count, count <= bits.bytes.count - bits.place else { return false }
        out += bits.bytes[bits.place..<(bits.place + count)]
        bits.place += count
        return true
    }

    private mutating func tables() -> (HuffmanTable, HuffmanTable)? {
        guard let literals = bits.take(5), let distances = bits.take(5), let codes = bits.take(4) else { return nil }
        guard literals <= 29, distances <= 29 else { return nil }
        var lengths = [Int](repeating: 0, count: 19)
        for name in Self.order.prefix(codes + 4) {
            guard let length = bits.take(3) else { return nil }
            lengths[name] = length
        }
        guard let table = HuffmanTable(lengths) else { return nil }
        let wanted = literals + 257 + distances + 1
        var all: [Int] = []
        while all.count < wanted {
            guard let symbol = table.next(&bits) else { return nil }
            var repeated = symbol
            var times = 1
            switch symbol {
            case 16:
                guard let last = all.last, let more = bits.take(2) else { return nil }
                (repeated, times) = (last, more + 3)
            case 17:
                guard let more = bits.take(3) else { return nil }
                (repeated, times) = (0, more + 3)
            case 18:
                guard let more = bits.take(7) else { return nil }
                (repeated, times) = (0, more + 11)
            default: break
            }
            guard all.count + times <= wanted else { return nil }
            all += [Int](repeating: repeated, count: times)
        }
        // Without a code for the end of the block it could not end.
        guard all[256] > 0, let first = HuffmanTable(Array(all.prefix(literals + 257))),
            let second = HuffmanTable(Array(all.dropFirst(literals + 257)))
        else { return nil }
        return (first, second)
    }

    private mutating func compressed(_ literals: HuffmanTable, _ distances: HuffmanTable) -> Bool {
        while true {
            guard let symbol = literals.next(&bits) else { return false }
            if symbol == 256 { return true }
            if symbol < 256 {
                guard out.count < limit else { return false }
                out.append(UInt8(symbol))
                continue
            }
            guard symbol - 257 < Self.lengths.count, let count = length(Self.lengths[symbol - 257]),
                let row = distances.next(&bits), row < Self.distances.count, let back = length(Self.distances[row]),
                back <= out.count, count <= limit - out.count
            else { return false }
            let start = out.count - back
            for offset in 0..<count { out.append(out[start + offset]) }
        }
    }

    private mutating func length(_ row: (base: Int, more: Int)) -> Int? {
        bits.take(row.more).map { row.base + $0 }
    }
}
