import KeyfobTesting
import Testing

@Suite("Colours at a terminal", .timeLimit(.minutes(5)))
struct ColourAtTerminalTests {
    private static let red = "\u{1B}[31;1mError:\u{1B}[0m "

    @Test("an error is red, and a warning and a table's headings have a look; the text is the same as without")
    func labels() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        try await tool.makeStore()
        try #require(try await tool.run(["config", "add", "work"] + FailingSignIn.app).status == 0)
        try await Terminal.play(tool, hasColours: true) { terminal in
            let plain = try await tool.run("token", "wrok").errors.replacing("\n", with: "\r\n")
            let error = try await terminal.run("keyfob token wrok")
            #expect(error.output == plain.replacing("Error: ", with: Self.red, maxReplacements: 1), "\(error)")
            #expect(try await terminal.styledScreen().contains("\u{1B}[1m\u{1B}[31mError:"))
            let unknown = try await terminal.run("keyfob tokn")
            #expect(
                unknown.output.hasPrefix(Self.red) && unknown.output.contains("Did you mean 'token'?"), "\(unknown)")
            let list = try await terminal.run("keyfob config list")
            #expect(list.output.hasPrefix("\u{1B}[1mNAME ") && list.output.contains("\u{1B}[0m\r\nwork "), "\(list)")
            let doctor = try await terminal.run("keyfob doctor")
            #expect(doctor.output.hasPrefix("\u{1B}[1mAccess group\u{1B}[0m com.microsoft"), "\(doctor)")
        }
    }

    @Test(
        "there are none with NO_COLOR, with TERM=dumb, without TERM, in a pipe and in a file",
        arguments: ["NO_COLOR=1", "TERM=dumb", "TERM="])
    func none(_ variable: String) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        try await Terminal.play(tool, hasColours: true) { terminal in
            #expect(try await terminal.run("env \(variable) keyfob token wrok").output.hasPrefix("Error: There is no"))
            #expect(try await terminal.run("NO_COLOR= keyfob token wrok").output.hasPrefix(Self.red))
            #expect(try await terminal.run("keyfob token wrok 2>&1 | cat").output.hasPrefix("Error: There is no"))
            let file = "\(tool.directory.path)/errors"
            try await terminal.run("keyfob token wrok 2>\(file)")
            #expect(try await terminal.run("cat \(file)").output.hasPrefix("Error: There is no"))
        }
    }

    @Test("with --json an error is a document without colours")
    func json() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        try await Terminal.play(tool, hasColours: true) { terminal in
            let outcome = try await terminal.run("keyfob token wrok --json")
            #expect(outcome.output.hasPrefix(#"{"error":{"code":"wrongUse""#) && !outcome.output.contains("\u{1B}"))
        }
    }
}
