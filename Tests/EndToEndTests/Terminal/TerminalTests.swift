import Foundation
import KeyfobTesting
import Testing

@Suite("The tool in a terminal", .timeLimit(.minutes(5)))
struct TerminalTests {
    @Test("an unknown command and an unknown profile are answered with the nearest ones")
    func nearest() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let add = ["config", "add", "work", "--provider", "google", "--client-id", "x", "--scope", "email"]
        try #require(try await tool.run(add).status == 0)
        try await Terminal.play(tool) { terminal in
            #expect(try await terminal.run("keyfob tokne work").status == 2)
            try await terminal.waits(for: "Did you mean 'token'?")
            #expect(try await terminal.run("keyfob token wrok").status == 2)
            try await terminal.waits(for: "There is no profile 'wrok'. Did you mean 'work'?")
            #expect(try await terminal.run("keyfob token work").status == 3)
            try await terminal.waits(for: "\"keyfob login work\"")
        }
    }

    @Test("a text that does not come is reported with the whole screen, and the terminal can be used further")
    func missing() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        try await Terminal.play(tool, columns: 40, rows: 8) { terminal in
            let red = try await terminal.run("printf '\\033[31mred\\033[m\\n'; exit 7 | exit 8")
            #expect(red.status == 8 && red.output == "\u{1B}[31mred\u{1B}[m\r\n")
            let error = await #expect(throws: Terminal.TerminalError.self) {
                try await terminal.waits(for: "blue", within: 0.2)
            }
            let text = error?.description ?? ""
            #expect(text.contains("\"blue\"") && text.contains("\nred\n") && text.contains("printf"), "\(text)")
            #expect(try await terminal.styledScreen().contains("\u{1B}[31mred"))
            #expect(try await terminal.run("echo \"it's; done\"").output == "it's; done\r\n")
            #expect(try await terminal.run("stty size; echo $TERM").output == "8 40\r\ntmux-256color\r\n")
        }
    }
}
