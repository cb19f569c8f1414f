import KeyfobCore

/// The output of the command.
enum ProviderOutput {
    /// Writes to standard output; a reader that has closed it does not stop the server.
    static func say(_ text: String) { StandardStream.output.writeIgnoringErrors(text) }

    /// Writes to standard error; a reader that has closed it does not stop the server.
    static func warn(_ text: String) { StandardStream.error.writeIgnoringErrors(text) }

    /// Writes the result of a command; ends the process with a failure if it cannot be written.
    static func answer(_ text: String) { StandardStream.output.writeOrEnd(text, speaker: "keyfob-idp") }
}
