import Foundation
import KeyfobTesting
import Testing

@Suite("Mistakes at a terminal", .timeLimit(.minutes(5)))
struct MistakesAtTerminalTests {
    /// A tool with the profile `work`, at a terminal.
    private func play(_ body: (Tool, Terminal) async throws -> Void) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let add = ["config", "add", "work", "--provider", "google", "--client-id", "x", "--scope", "email"]
        try #require(try await tool.run(add).status == 0)
        try await Terminal.play(tool, hasColours: true) { terminal in try await body(tool, terminal) }
    }

    @Test("a mistyped command, profile or option is answered with what was meant")
    func nearest() async throws {
        try await play { _, terminal in
            #expect(try await terminal.run("keyfob tokne work").status == 2)
            try await terminal.waits(for: "Did you mean 'token'?")
            #expect(try await terminal.run("keyfob token wrok").status == 2)
            try await terminal.waits(for: "There is no profile 'wrok'. Did you mean 'work'?")
            #expect(try await terminal.run("keyfob token work --force-refesh").status == 2)
            try await terminal.waits(for: "Did you mean '--force-refresh'?")
            #expect(try await terminal.run("keyfob token work").status == 3)
            try await terminal.waits(for: "\"keyfob login work\"")
        }
    }

    @Test("a mistyped setting in the configuration file is answered with its line and what was meant")
    func setting() async throws {
        try await play { _, terminal in
            let path = try await terminal.run("keyfob config path").output.trimmingCharacters(in: .newlines)
            try await terminal.run("sed -i s/client-id/clientid/ \(path)")
            #expect(try await terminal.run("keyfob token work").status == 4)
            try await terminal.waits(for: "\(path):5:5: There is no setting 'clientid'. Did you mean 'client-id'?")
        }
    }

    @Test("a pipe and a file get no terminal sequences")
    func pipes() async throws {
        try await play { tool, terminal in
            let errors = "\(tool.directory.path)/errors"
            for command in [
                "keyfob accounts", "keyfob token wrok", "keyfob --help", "keyfob config list", "keyfob doctor",
            ] {
                let piped = try await terminal.run("\(command) 2>>\(errors) | cat")
                #expect(!piped.output.contains("\u{1B}"), "\(command): \(piped.output)")
                let merged = try await terminal.run("\(command) 2>&1 | cat")
                #expect(!merged.output.isEmpty && !merged.output.contains("\u{1B}"), "\(command): \(merged.output)")
            }
            let text = try String(contentsOfFile: errors, encoding: .utf8)
            #expect(text.contains("Did you mean 'work'?") && !text.contains("\u{1B}"), "\(text)")
        }
    }
}
