import Foundation
import KeyfobTesting
import Testing

@Suite("The terminal of tests", .timeLimit(.minutes(5)))
struct TerminalTests {
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
            try await terminal.resize(columns: 60, rows: 12)
            // tmux may change the size a moment later.
            let resized = "until [ \"$(stty size)\" = '12 60' ]; do :; done; echo $TERM"
            #expect(try await terminal.run(resized).output.hasSuffix("tmux-256color\r\n"))
        }
    }
}
