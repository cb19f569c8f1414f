/// The modules of a QR code: the patterns by which readers find it, the format, and the codewords (ISO/IEC 18004
/// sections 6.3 and 7.7 to 7.10).
struct QRMatrix {
    let version: QRVersion
    private(set) var modules: [Bool]
    /// The modules that no mask changes.
    private var fixed: [Bool]

    init(_ codewords: [UInt8], in version: QRVersion) {
        self.version = version
        modules = Array(repeating: false, count: version.size * version.size)
        fixed = modules
        drawPatterns()
        drawVersion()
        // Reserves the format's modules; each mask has its own format.
        drawFormat(mask: 0)
        draw(codewords)
    }

    /// The code under one of the eight masks.
    func masked(by mask: Int) -> QRMatrix {
        var result = self
        for y in 0..<version.size {
            for x in 0..<version.size where !fixed[y * version.size + x] && Self.inverts(mask, x, y) {
                result.modules[y * version.size + x].toggle()
            }
        }
        result.drawFormat(mask: mask)
        return result
    }

    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard (0..<version.size).contains(x), (0..<version.size).contains(y) else { return }
        modules[y * version.size + x] = isDark
        fixed[y * version.size + x] = true
    }

    private mutating func drawPatterns() {
        let size = version.size
        for index in 0..<size {
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            drawSquare(x, y, reaching: 4) { $0 != 2 && $0 != 4 }
        }
        let centres = version.alignment
        for x in centres {
            for y in centres where !isFinder(x, y) { drawSquare(x, y, reaching: 2) { $0 != 1 } }
        }
    }

    private func isFinder(_ x: Int, _ y: Int) -> Bool {
        let far = version.size - 7
        return (x, y) == (6, 6) || (x, y) == (6, far) || (x, y) == (far, 6)
    }

    /// Concentric squares, dark or light by their distance from the centre.
    private mutating func drawSquare(_ x: Int, _ y: Int, reaching reach: Int, _ isDark: (Int) -> Bool) {
        for down in -reach...reach {
            for right in -reach...reach { set(x + right, y + down, isDark(max(abs(right), abs(down)))) }
        }
    }

    private mutating func drawVersion() {
        guard version.number > 6 else { return }
        var remainder = version.number
        for _ in 0..<12 { remainder = remainder << 1 ^ (remainder >> 11) * 0x1F25 }
        let bits = version.number << 12 | remainder
        for index in 0..<18 {
            let (far, near) = (version.size - 11 + index % 3, index / 3)
            set(far, near, bits >> index & 1 == 1)
            set(near, far, bits >> index & 1 == 1)
        }
    }

    /// Level M, whose bits are 00, and the mask; twice.
    private mutating func drawFormat(mask: Int) {
        var remainder = mask
        for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
        let bits = (mask << 10 | remainder) ^ 0x5412
        func isDark(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        let size = version.size
        for index in 0..<6 { set(8, index, isDark(index)) }
        set(8, 7, isDark(6))
        set(8, 8, isDark(7))
        set(7, 8, isDark(8))
        for index in 9..<15 { set(14 - index, 8, isDark(index)) }
        for index in 0..<8 { set(size - 1 - index, 8, isDark(index)) }
        for index in 8..<15 { set(8, size - 15 + index, isDark(index)) }
        set(8, size - 8, true)
    }

    /// Fills columns of two modules from the right, up and down in turn, around the patterns.
    private mutating func draw(_ codewords: [UInt8]) {
        let size = version.size
        var index = 0
        for column in stride(from: size - 1, to: 0, by: -2) {
            // The vertical timing pattern takes a column for itself.
            let right = column <= 6 ? column - 1 : column
            let isUpward = (right + 1) & 2 == 0
            for step in 0..<size {
                let y = isUpward ? size - 1 - step : step
                for x in [right, right - 1] where !fixed[y * size + x] && index < codewords.count * 8 {
                    modules[y * size + x] = codewords[index / 8] >> UInt8(7 - index % 8) & 1 == 1
                    index += 1
                }
            }
        }
    }
}
