/// Text that is safe to write to a terminal.
package enum TerminalText {
    /// Returns text that cannot control the terminal, for text from a server or an app. Control characters except line
    /// feeds, and format characters such as those that change the direction of text, become `?`.
    package static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isControl = scalar.properties.generalCategory == .control
                    let isDirection = scalar.properties.generalCategory == .format
                    return (isControl && scalar != "\n") || isDirection ? "?" : scalar
                }))
    }

    /// Returns the same for a name within a line: line feeds become `?`, too.
    package static func name(_ text: String) -> String { printable(text).replacing("\n", with: "?") }
}
