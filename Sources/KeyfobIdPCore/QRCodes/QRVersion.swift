/// A version of QR codes, 1 to 40, with the sizes of its parts at error correction level M (ISO/IEC 18004 tables 7 and
/// 9).
struct QRVersion: Sendable, Hashable {
    let number: Int

    /// The smallest version in which so many bytes fit; nil if there is none.
    static func smallest(for count: Int) -> QRVersion? {
        (1...40).lazy.map(QRVersion.init(number:)).first { version in
            4 + version.lengthBits + count * 8 <= version.dataCodewords * 8
        }
    }

    /// The modules in a row.
    var size: Int { number * 4 + 17 }
    /// The bits in which the number of bytes is written.
    var lengthBits: Int { number < 10 ? 8 : 16 }
    /// The codewords of data and correction together.
    var codewords: Int { dataModules / 8 }
    /// The codewords of data.
    var dataCodewords: Int { codewords - correctionPerBlock * blocks }
    /// The codewords of correction in each block.
    var correctionPerBlock: Int { Self.correction[number - 1] }
    /// The number of blocks.
    var blocks: Int { Self.blockCounts[number - 1] }

    /// The coordinates of the alignment patterns' centres, for both axes.
    var alignment: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        let step = (number * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
    }

    /// The modules that are not part of a pattern, and not of the format or the version.
    private var dataModules: Int {
        var modules = (16 * number + 128) * number + 64
        guard number > 1 else { return modules }
        let count = number / 7 + 2
        modules -= (25 * count - 10) * count - 55
        return number > 6 ? modules - 36 : modules
    }

    private static let correction = [
        10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28,
        28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ]
    private static let blockCounts = [
        1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31,
        33, 35, 37, 38, 40, 43, 45, 47, 49,
    ]
}
