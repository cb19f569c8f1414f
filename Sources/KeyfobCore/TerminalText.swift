/// Text as a terminal may be given it.
package enum TerminalText {
    /// Text in which nothing steers the terminal: what came from a server or an app must not. Control characters but the
    /// line feed, and marks that change the direction of text, become `?`.
    package static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isControl = scalar.properties.generalCategory == .control
                    let isDirection = scalar.properties.generalCategory == .format
                    return (isControl && scalar != "\n") || isDirection ? "?" : scalar
                }))
    }

    /// The same for a name within a line, which ends no line either.
    package static func name(_ text: String) -> String { printable(text).replacing("\n", with: "?") }
}
