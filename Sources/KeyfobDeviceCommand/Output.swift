import Foundation

/// Lines for people and programs, out at once even if nobody's terminal reads them.
enum Output {
    static func line(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

    static func error(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
