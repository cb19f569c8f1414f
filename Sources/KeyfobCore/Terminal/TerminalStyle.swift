/// A look of text on a terminal: a colour, bold or dim.
package enum TerminalStyle: String, Sendable {
    /// For an error.
    case error = "31;1"
    /// For a warning.
    case warning = "33;1"
    /// For what is as it should be.
    case good = "32"
    /// For a heading.
    case heading = "1"
    /// For what only someone who looks for it reads.
    case secondary = "2"

    /// Returns text in this look, or as it is.
    ///
    /// - Parameters:
    ///   - text: text that cannot control the terminal; see ``TerminalText``.
    ///   - hasColour: whether the stream gets colours; see ``StandardStream/hasColour(_:)``.
    package func text(_ text: String, hasColour: Bool) -> String {
        hasColour ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
