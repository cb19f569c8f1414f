import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

/// `keyfob` as a user runs it: a process with its own home and nothing else in its environment.
struct Tool: Sendable {
    let directory: TemporaryDirectory
    var environment: [String: String]

    init() throws {
        directory = try TemporaryDirectory("keyfob-cli")
        let person = "\(directory.path)/person"
        try FileManager.default.createDirectory(atPath: person, withIntermediateDirectories: false)
        environment = [
            "KEYFOB_HOME": "\(directory.path)/home", "HOME": person, "PATH": "/usr/bin:/bin",
            "TMPDIR": directory.path,
            // An unexpected browser must not open in a test.
            "BROWSER": "/nowhere/browser",
        ]
    }

    var home: String { "\(directory.path)/home" }

    func run(_ arguments: String...) async throws -> ChildProcess.Outcome { try await run(arguments) }

    func run(_ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(BuildProducts.executable("keyfob"), arguments, environment: environment)
    }

    func start(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(BuildProducts.executable("keyfob"), arguments, environment: environment)
    }

    /// Makes a store, as a first sign-in does, although this one fails.
    func makeStore(_ options: String...) async throws {
        let outcome = try await run(FailingSignIn.arguments + options)
        try #require(outcome.status == 1, "\(outcome.errors)")
    }

    func remove() { directory.remove() }
}

extension ChildProcess.Outcome {
    /// Standard output parsed as the one JSON document that it must be.
    func document() throws -> JSONValue { try JSONValue(parsing: Array(output.utf8.dropLast())) }

    /// The code of the error that the document reports.
    func errorCode() throws -> String? { try document()["error"]?["code"]?.stringValue }
}
