import Foundation

/// Writes each reply as a line on standard output at once, so that a killed process has written it.
enum Answer {
    static func write(_ line: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
        } catch {
            // The reader has closed the pipe.
            exit(0)
        }
    }
}
