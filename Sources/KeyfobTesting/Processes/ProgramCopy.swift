import Foundation

/// Copies of programs to run.
package enum ProgramCopy {
    /// Links a program under a second path, or copies it where that fails.
    ///
    /// Another program makes the copy: a child that another thread starts meanwhile would inherit the file that this
    /// process had open for writing, until it ran its own program, and the kernel runs no file that is being written.
    ///
    /// - Parameters:
    /// - program: The path of the program.
    /// - path: The copy, which does not exist yet. Every user may run it.
    /// - Throws: An error with the output of the copying program.
    package static func make(of program: String, at path: String) throws {
        if isEverybodys(program), link(program, path) == 0 { return }
        let (status, said) = try WaitingProcess.run(
            ["/bin/sh", "-c", #"cp "$1" "$2" && chmod 755 "$2""#, "sh", program, path], mergesErrors: true)
        guard status == 0 else { throw ProcessError(description: "\(program) cannot be copied to \(path). \(said)") }
    }

    private static func isEverybodys(_ program: String) -> Bool {
        let mode = try? FileManager.default.attributesOfItem(atPath: program)[.posixPermissions] as? NSNumber
        return mode?.intValue == 0o755
    }

    private struct ProcessError: Error, CustomStringConvertible {
        let description: String
    }
}
