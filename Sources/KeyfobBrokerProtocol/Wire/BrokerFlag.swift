/// The booleans of brokers' messages: `YES`, `1` and `true`.
enum BrokerFlag {
    static func isTrue(_ text: String?) -> Bool {
        guard let text else { return false }
        return text == "1" || ["yes", "true"].contains(text.lowercased())
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmingSpaces: String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...end])
    }
}
