import KeyfobCore

/// Lines for people and programs, out at once even if nobody's terminal reads them. What apps said is among them, and must
/// not steer the terminal.
enum Output {
    static func line(_ text: String) {
        StandardStream.output.writeOrEnd(TerminalText.printable(text) + "\n", speaker: "keyfob-device")
    }

    static func error(_ text: String) { StandardStream.error.writeIfHeard(TerminalText.printable(text) + "\n") }
}
