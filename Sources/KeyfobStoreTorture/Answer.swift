import Foundation

/// One line on standard output, written at once: what a killed process has said has been said.
enum Answer {
    static func write(_ line: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
        } catch {
            // Nobody listens any more.
            exit(0)
        }
    }
}
