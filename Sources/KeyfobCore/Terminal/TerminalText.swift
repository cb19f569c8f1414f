/// Text that is safe to write to a terminal.
package enum TerminalText {
    /// Returns text that cannot control the terminal, for text from a server or an app. Control characters except line
    /// feeds, format characters such as those that change the direction of text, and separators of lines and paragraphs
    /// become `?`.
    package static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 != "\n" && isUnsafe($0) ? "?" : $0 }))
    }

    /// Returns the same for a name within a line: line feeds become `?`, too.
    package static func name(_ text: String) -> String { printable(text).replacing("\n", with: "?") }

    /// Returns a text from outside as one word of a line: as it is, or in quotation marks as JSON if a space or another
    /// of its characters could be read as the end of the word.
    package static func word(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
        return isPlain && !text.isEmpty ? text : JSONValue.string(text).printableText()
    }

    /// Whether a character controls the terminal, changes the direction of text or ends a line.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value < 0x20 }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
