#if Server
/// Shortens text that may contain an argument of any length.
enum LongText {
    /// The longest line that is not shortened, in characters.
    private static let limit = 1_000
    private static let kept = 300

    /// Returns the text with the middle of every overlong line removed.
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
