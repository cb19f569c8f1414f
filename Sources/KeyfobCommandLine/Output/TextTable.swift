#if Server
/// Columns of text.
package enum TextTable {
    /// Lays out columns as wide as their widest entry, two spaces apart; all rows have the same length.
    package static func text(_ rows: [[String]]) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let (text, width) = cell
                return column == count - 1 ? text : text + String(repeating: " ", count: width - text.count)
            }.joined(separator: "  ")
        }
        return lines.joined(separator: "\n")
    }
}
#endif
