import Foundation

/// curl: a client from outside, which checks our certificate against the CA file that it is given.
struct Curl: Sendable {
    /// What curl got.
    struct Answer: Sendable {
        /// The status line's number; 0 if there was no answer.
        let status: Int
        /// The head's lines, in lower case.
        let head: String
        let body: String
        /// curl's exit code: 60 means that the certificate is not trusted.
        let exitCode: Int32
    }

    let caFile: String

    func callAsFunction(_ arguments: String...) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            // A thread of its own: many of these wait at once, and the shared pools are narrow.
            Thread.detachNewThread { continuation.resume(with: Result { try run(arguments) }) }
        }
    }

    private func run(_ arguments: [String]) throws -> Answer {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let caArguments = caFile.isEmpty ? [] : ["--cacert", caFile]
        process.arguments =
            ["curl", "--silent", "--include", "--http1.1", "--max-time", "30"] + caArguments + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        var parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
        while parts.count > 2, parts[0].contains(" 100 ") { parts.removeFirst() }
        let head = parts.first ?? ""
        return Answer(
            status: head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0, head: head.lowercased(),
            body: parts.dropFirst().joined(separator: "\r\n\r\n"), exitCode: process.terminationStatus)
    }
}
