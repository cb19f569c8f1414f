import Foundation

/// One line on standard output, written at once: what a killed process has said has been said.
enum Answer {
    static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
