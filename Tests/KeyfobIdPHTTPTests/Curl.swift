import Foundation
import KeyfobTesting

/// curl: an external client, which checks the provider's certificate against the given CA file.
struct Curl: Sendable {
    /// The response to curl.
    struct Answer: Sendable {
        /// The status line's number; 0 without a response.
        let status: Int
        /// The head's lines, in lower case.
        let head: String
        let body: String
        /// curl's exit code: 60 means that the certificate is not trusted.
        let exitCode: Int32
    }

    let caFile: String

    func callAsFunction(_ arguments: String...) async throws -> Answer {
        let caArguments = caFile.isEmpty ? [] : ["--cacert", caFile]
        let outcome = try await ChildProcess.run(
            "/usr/bin/env",
            ["curl", "--silent", "--include", "--http1.1", "--max-time", "300"] + caArguments + arguments,
            environment: ProcessInfo.processInfo.environment)
        var parts = outcome.output.components(separatedBy: "\r\n\r\n")
        while parts.count > 2, parts[0].contains(" 100 ") { parts.removeFirst() }
        let head = parts.first ?? ""
        return Answer(
            status: head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0, head: head.lowercased(),
            body: parts.dropFirst().joined(separator: "\r\n\r\n"), exitCode: outcome.status)
    }
}
