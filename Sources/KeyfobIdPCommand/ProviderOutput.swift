import KeyfobCore

/// What the provider says to people and programs.
enum ProviderOutput {
    /// Says something on standard output, unless its reader has gone away: that is no reason to stop serving.
    static func say(_ text: String) { StandardStream.output.writeIfHeard(text) }

    /// Says something on standard error, unless its reader has gone away.
    static func warn(_ text: String) { StandardStream.error.writeIfHeard(text) }

    /// Writes what a command was asked for: if it does not arrive, the command has failed.
    static func answer(_ text: String) { StandardStream.output.writeOrEnd(text, speaker: "keyfob-idp") }
}
