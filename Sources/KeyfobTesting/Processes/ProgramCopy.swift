import Foundation

/// Copies of programs that are to be run.
package enum ProgramCopy {
    /// Makes a second name of a program, or where that cannot be a copy.
    ///
    /// Another program copies: what a thread of ours starts meanwhile would inherit a file that we had open for writing,
    /// until it ran its own program, and the kernel runs nothing that is being written.
    ///
    /// - Parameters:
    ///   - program: the path of what is copied.
    ///   - path: the copy, which is not there yet. Everybody may run it.
    /// - Throws: what the copying program has said.
    package static func make(of program: String, at path: String) throws {
        if isEverybodys(program), link(program, path) == 0 { return }
        let (status, said) = try WaitingProcess.run(
            ["/bin/sh", "-c", #"cp "$1" "$2" && chmod 755 "$2""#, "sh", program, path], mergesErrors: true)
        guard status == 0 else { throw Trouble(description: "\(program) cannot be copied to \(path). \(said)") }
    }

    private static func isEverybodys(_ program: String) -> Bool {
        let mode = try? FileManager.default.attributesOfItem(atPath: program)[.posixPermissions] as? NSNumber
        return mode?.intValue == 0o755
    }

    private struct Trouble: Error, CustomStringConvertible {
        let description: String
    }
}
