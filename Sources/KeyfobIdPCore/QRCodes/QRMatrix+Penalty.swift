extension QRMatrix {
    /// How hard the code is to read, by the rules of ISO/IEC 18004 section 7.8.3: long runs, squares of one colour,
    /// runs that look like a finder pattern, and much more of one colour than of the other.
    var penalty: Int {
        let size = version.size
        let rows = (0..<size).map { y in (0..<size).map { modules[y * size + $0] } }
        let columns = (0..<size).map { x in (0..<size).map { modules[$0 * size + x] } }
        var total = (rows + columns).map(Self.penalty).reduce(0, +)
        for y in 0..<size - 1 {
            for x in 0..<size - 1
            where rows[y][x] == rows[y][x + 1] && rows[y][x] == rows[y + 1][x] && rows[y][x] == rows[y + 1][x + 1] {
                total += 3
            }
        }
        let dark = modules.count { $0 }
        return total + abs(dark * 20 - modules.count * 10) / modules.count * 10
    }

    private static func penalty(of line: [Bool]) -> Int {
        var total = 0
        var run = 0
        var window = 0
        for (index, isDark) in line.enumerated() {
            run = index > 0 && line[index - 1] == isDark ? run + 1 : 1
            total += run == 5 ? 3 : run > 5 ? 1 : 0
            window = (window << 1 | (isDark ? 1 : 0)) & 0x7FF
            if index >= 10, window == 0b101_1101_0000 || window == 0b000_0101_1101 { total += 40 }
        }
        return total
    }
}
