#if Server
import Foundation
package import KeyfobCore

/// The output of the tools: results on standard output, everything else on standard error.
package enum Output {
    /// Writes a line to standard output.
    ///
    /// Text from a server must not control the terminal, so control characters become `?`.
    package static func line(_ text: String) { write(TerminalText.printable(text)) }

    /// Returns a name from outside in a form that neither controls the terminal nor ends the line.
    package static func name(_ text: String) -> String { TerminalText.name(text) }

    /// Writes one JSON document to standard output.
    package static func json(_ value: JSONValue) { write(value.text()) }

    /// Writes a text that contains a secret, with its line break, to standard output: the only place where the tools
    /// print one.
    package static func secretText(_ text: Secret<String>) {
        StandardStream.output.writeOrEnd(text.reveal(), speaker: "Error")
    }

    /// Writes a line to standard error. A failure to write it is ignored.
    package static func warn(_ text: String) {
        StandardStream.error.writeIgnoringErrors(TerminalText.printable(text) + "\n")
    }

    private static func write(_ line: String) { StandardStream.output.writeOrEnd(line + "\n", speaker: "Error") }
}
#endif
