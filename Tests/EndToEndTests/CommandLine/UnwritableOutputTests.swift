import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("Output that cannot be written", .timeLimit(.minutes(3)))
struct UnwritableOutputTests {
    /// Runs an executable by a shell that has redirected its standard output.
    private func run(
        _ executable: String, _ arguments: String, output: String, _ tool: Tool
    ) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            "/bin/sh", ["-c", "exec \"$0\" \(arguments) \(output)", BuildProducts.executable(executable)],
            environment: tool.environment)
    }

    @Test(
        "a full disk and a closed stream are failures, and standard error names them",
        arguments: [
            ("keyfob", "accounts --json"), ("keyfob", "doctor"), ("keyfob", "--help"), ("keyfob-idp", "ca"),
            ("keyfob-broker", "--version"),
        ])
    func failures(executable: String, arguments: String) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        for output in [">/dev/full", ">&-"] {
            let outcome = try await run(executable, arguments, output: output, tool)
            #expect(outcome.status == 1, "\(executable) \(arguments) \(output)")
            #expect(
                outcome.errors.contains("Standard output cannot be written: "),
                "\(executable) \(arguments) \(output): \(outcome.errors)")
        }
    }

    @Test("a remark that cannot be written changes no status", arguments: ["2>/dev/full", "2>&-"])
    func remarks(errors: String) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        #expect(try await run("keyfob", "accounts", output: errors, tool).status == 0)
        let refused = try await run("keyfob-device", "open --folder /nowhere notaurl", output: errors, tool)
        #expect(refused.status == 2)
    }

    @Test("a token that cannot be written is a failure, and is written nowhere else")
    func token() async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.logIn().status == 0)
            let token = try await scene.tool.run(["token"] + scene.app).output.dropLast()
            let words = (["token"] + scene.app).joined(separator: " ")
            for output in [">/dev/full", ">&-", "<&- >&-"] {
                let outcome = try await run("keyfob", words, output: output, scene.tool)
                #expect(outcome.status == 1 && outcome.errors.contains("cannot be written"), "\(outcome.errors)")
                #expect(!outcome.errors.contains(token))
            }
            // Nor into a file that got the descriptor of the missing stream.
            let files = try FileManager.default.subpathsOfDirectory(atPath: scene.tool.home)
            for file in files {
                let content = FileManager.default.contents(atPath: "\(scene.tool.home)/\(file)") ?? Data()
                #expect(content.range(of: Data(token.utf8)) == nil, "\(file)")
            }
            #expect(try await scene.tool.run(["token"] + scene.app).output.dropLast() == token)
        }
    }
}
