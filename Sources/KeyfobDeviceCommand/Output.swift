import KeyfobCore

/// Writes lines for people and programs at once, whether or not a terminal reads them. They contain texts from apps,
/// which must not control the terminal.
enum Output {
    static func line(_ text: String) {
        StandardStream.output.writeOrEnd(TerminalText.printable(text) + "\n", speaker: "keyfob-device")
    }

    static func error(_ text: String) { StandardStream.error.writeIgnoringErrors(TerminalText.printable(text) + "\n") }
}
