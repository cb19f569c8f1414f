import Foundation
import KeyfobTesting

/// The programs from outside that these tests call as witnesses. One that is missing fails the test by its name;
/// nothing is skipped.
enum Witness {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// The root of the project.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The path of a program, looked for in PATH.
    static func program(_ name: String) throws -> String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        for directory in path.split(separator: ":") {
            let file = "\(directory)/\(name)"
            if FileManager.default.isExecutableFile(atPath: file) { return file }
        }
        throw Missing(description: "The witness \(name) is missing. Run Scripts/prerequisites test.")
    }

    /// The Python of the virtual environment that holds MSAL; `Scripts/witnesses` makes it where it is missing.
    static func python() async throws -> String { try await environment.value }

    private static let environment = Task {
        let python = root + "/build/witnesses/bin/python"
        if FileManager.default.isExecutableFile(atPath: python),
            try await run(python, ["-c", "import msal"]).status == 0
        {
            return python
        }
        let outcome = try await run(root + "/Scripts/witnesses", [])
        guard outcome.status == 0 else {
            throw Missing(description: "The witness MSAL Python is missing. \(outcome.errors)")
        }
        return python
    }

    /// Runs a program to its end.
    static func run(_ program: String, _ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(program, arguments, environment: ProcessInfo.processInfo.environment)
    }
}
