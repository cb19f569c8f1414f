import Foundation
import KeyfobCore

/// Lines for people and programs, out at once even if nobody's terminal reads them. What apps said is among them, and must
/// not steer the terminal.
enum Output {
    static func line(_ text: String) {
        FileHandle.standardOutput.write(Data((TerminalText.printable(text) + "\n").utf8))
    }

    static func error(_ text: String) {
        FileHandle.standardError.write(Data((TerminalText.printable(text) + "\n").utf8))
    }
}
