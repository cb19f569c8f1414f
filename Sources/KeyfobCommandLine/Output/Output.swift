#if Server
import Foundation
public import KeyfobCore

/// What the tools write: results to standard output, everything else to standard error.
public enum Output {
    /// Writes a line to standard output.
    ///
    /// What came from a server must not steer the terminal, so control characters become `?`.
    public static func line(_ text: String) { write(TerminalText.printable(text)) }

    /// A name that came from elsewhere, as it may stand in a line: it neither steers the terminal nor ends the line.
    public static func name(_ text: String) -> String { TerminalText.name(text) }

    /// Writes one JSON document to standard output.
    public static func json(_ value: JSONValue) { write(value.text()) }

    /// Writes a secret to standard output, and nothing but it: the only place where the tools print one.
    public static func secret(_ secret: Secret<String>) { write(secret.reveal()) }

    /// Writes a line to standard error. That nobody hears it changes nothing of what is done.
    public static func warn(_ text: String) { StandardStream.error.writeIfHeard(TerminalText.printable(text) + "\n") }

    private static func write(_ line: String) { StandardStream.output.writeOrEnd(line + "\n", speaker: "Error") }
}
#endif
