import KeyfobCore

/// The output of the command.
enum ProviderOutput {
    /// Writes to standard output; a reader that has closed it does not stop the server.
    static func say(_ text: String) { StandardStream.output.writeIgnoringErrors(text) }

    /// Writes to standard error; a reader that has closed it does not stop the server. A part of the text may be a
    /// file's or a user's, which must not control the terminal.
    static func warn(_ text: String) { StandardStream.error.writeIgnoringErrors(TerminalText.printable(text)) }

    /// Writes the result of a command; ends the process with a failure if it cannot be written.
    static func answer(_ text: String) { StandardStream.output.writeOrEnd(text, speaker: "keyfob-idp") }
}
