import KeyfobTesting
import Testing

@Suite("Completion in the shells", .timeLimit(.minutes(5)))
struct CompletionAtTerminalTests {
    /// What a user types once, so that the shell completes `keyfob`.
    private static func setUp(_ shell: TerminalShell) -> String {
        switch shell {
        case .plain, .bash: "source <(keyfob --generate-completion-script bash)"
        case .zsh: "keyfob --generate-completion-script zsh >$ZDOTDIR/_keyfob; fpath+=($ZDOTDIR); compinit -D"
        case .fish: "keyfob --generate-completion-script fish | source"
        }
    }

    @Test("Tab completes a command and the name of a profile", arguments: [TerminalShell.bash, .zsh, .fish])
    func completes(shell: TerminalShell) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let add = ["--provider", "google", "--client-id", "x", "--scope", "email"]
        for name in ["work", "private"] {
            try #require(try await tool.run(["config", "add", name] + add).status == 0)
        }
        try await Terminal.play(tool, shell: shell) { terminal in
            try await terminal.run(Self.setUp(shell))
            try await terminal.type("keyfob to")
            try await terminal.press(.tab)
            try await terminal.waits(for: "$ keyfob token ")
            try await terminal.type("wo")
            try await terminal.press(.tab)
            try await terminal.waits(for: "$ keyfob token work ")
            try await terminal.start("")
            #expect(try await terminal.ending().status == 3)
        }
    }
}
