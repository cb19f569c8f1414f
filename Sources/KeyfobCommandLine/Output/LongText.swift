#if Server
/// Text in which somebody's argument may stand whole, however long it is.
enum LongText {
    /// As many characters of a line as anybody reads.
    private static let limit = 1_000
    private static let kept = 300

    /// The text with the middle of every line left out that is longer than anybody reads.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > limit else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(cutLine).joined(separator: "\n")
    }

    private static func cutLine(_ line: Substring) -> String {
        let count = line.count
        guard count > limit else { return String(line) }
        return "\(line.prefix(kept)) [\(count - 2 * kept) characters] \(line.suffix(kept))"
    }
}
#endif
