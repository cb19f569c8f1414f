#if Server
import Foundation
public import KeyfobCore

/// What the tools write: results to standard output, everything else to standard error.
public enum Output {
    /// Writes a line to standard output.
    ///
    /// What came from a server must not steer the terminal, so control characters become `?`.
    public static func line(_ text: String) { write(TerminalText.printable(text) + "\n", to: .output) }

    /// Writes one JSON document to standard output.
    public static func json(_ value: JSONValue) { write(value.text() + "\n", to: .output) }

    /// Writes a secret to standard output, and nothing but it: the only place where the tools print one.
    public static func secret(_ secret: Secret<String>) { write(secret.reveal() + "\n", to: .output) }

    /// Writes a line to standard error.
    public static func warn(_ text: String) { write(TerminalText.printable(text) + "\n", to: .error) }

    /// Ends the process where the text cannot be written: a token that did not arrive is not done. Why is told, unless
    /// the reader has gone away.
    private static func write(_ text: String, to stream: StandardStream) {
        do {
            try stream.write(text)
        } catch {
            if !error.isReaderGone { try? StandardStream.error.write("Error: \(error.message)\n") }
            exit(ExitStatus.failed.rawValue)
        }
    }
}
#endif
