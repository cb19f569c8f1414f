#if Server
import Foundation
package import KeyfobCore

/// The output of the tools: results on standard output, everything else on standard error.
package enum Output {
    /// Writes text to standard output.
    ///
    /// Text from a server must not control the terminal, so control characters become `?`.
    package static func line(_ text: String) {
        write(LineLabel.styled(TerminalText.printable(text), hasColour(.output)))
    }

    /// Writes rows with a row of headings to standard output.
    package static func table(_ headings: [String], _ rows: [[String]]) {
        let cells = rows.map { $0.map(TerminalText.name) }
        let text = TextTable.text([headings] + cells).split(separator: "\n", maxSplits: 1).map(String.init)
        write(
            ([TerminalStyle.heading.text(text[0], hasColour: hasColour(.output))] + text[1...]).joined(separator: "\n"))
    }

    /// Returns a name from outside in a form that neither controls the terminal nor ends the line.
    package static func name(_ text: String) -> String { TerminalText.name(text) }

    /// Returns a server's sentences on one line.
    package static func sentences(_ text: String) -> String {
        TerminalText.name(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    }

    /// Writes one JSON document to standard output, with every character escaped that could control the terminal.
    package static func json(_ value: JSONValue) { write(value.printableText()) }

    /// Writes a text that contains a secret, with its line break, to standard output: the only place where the tools
    /// print one.
    package static func secretText(_ text: Secret<String>) {
        StandardStream.output.writeOrEnd(text.reveal(), speaker: "Error")
    }

    /// Writes text to standard error. A failure to write it is ignored.
    package static func warn(_ text: String) {
        let shown = LineLabel.styled(TerminalText.printable(text), hasColour(.error))
        StandardStream.error.writeIgnoringErrors(shown + "\n")
    }

    /// Writes text that only someone who looks for it reads to standard error, with the same rules.
    package static func note(_ text: String) {
        let shown = TerminalStyle.secondary.text(TerminalText.printable(text), hasColour: hasColour(.error))
        StandardStream.error.writeIgnoringErrors(shown + "\n")
    }

    private static func hasColour(_ stream: StandardStream) -> Bool {
        // The environment is read last, and only for a terminal.
        stream.isTerminal && stream.hasColour(ProcessInfo.processInfo.environment)
    }

    private static func write(_ line: String) { StandardStream.output.writeOrEnd(line + "\n", speaker: "Error") }
}

/// The labels of the tools' lines that have a look on a terminal.
enum LineLabel {
    private static let looks: [(label: String, style: TerminalStyle)] = [
        ("Error:", .error), ("PROBLEM", .error), ("LOCKED", .error), ("Warning:", .warning), ("WARNING", .warning),
        ("Decision:", .heading), ("Access group", .heading), ("What to do:", .heading),
    ]

    /// Returns the text with the label of each line that begins with one in its look.
    static func styled(_ text: String, _ hasColour: Bool) -> String {
        guard hasColour else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let indentation = line.prefix { $0 == " " }
            let rest = line.dropFirst(indentation.count)
            guard let look = looks.first(where: { rest.hasPrefix($0.label) }) else { return String(line) }
            return indentation + look.style.text(look.label, hasColour: true) + rest.dropFirst(look.label.count)
        }
        return lines.joined(separator: "\n")
    }
}
#endif
