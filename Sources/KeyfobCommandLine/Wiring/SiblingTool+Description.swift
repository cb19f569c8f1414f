#if Server
import Foundation
package import KeyfobCore

extension SiblingTool {
    /// What the executable says about its commands and their options, in ArgumentParser's form.
    ///
    /// - Parameter words: the words that name one of its commands, or none for all.
    /// - Returns: nil if it is missing, or says nothing.
    package func description(of words: [String]) -> JSONValue? {
        guard let path = try? path() else { return nil }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words + ["--experimental-dump-help"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil, let text = try? output.fileHandleForReading.readToEnd() else { return nil }
        process.waitUntilExit()
        return try? JSONValue(parsing: Array(text))
    }
}
#endif
