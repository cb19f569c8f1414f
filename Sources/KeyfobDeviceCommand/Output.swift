import Foundation
import KeyfobCore

/// Lines for people and programs, out at once even if nobody's terminal reads them. What apps said is among them, and must
/// not steer the terminal.
enum Output {
    static func line(_ text: String) { write(text, to: .output) }

    static func error(_ text: String) { write(text, to: .error) }

    /// Ends the process where the text cannot be written: what did not arrive is not done. Why is told, unless the reader
    /// has gone away.
    private static func write(_ text: String, to stream: StandardStream) {
        do {
            try stream.write(TerminalText.printable(text) + "\n")
        } catch {
            if !error.isReaderGone { try? StandardStream.error.write("keyfob-device: \(error.message)\n") }
            exit(1)
        }
    }
}
