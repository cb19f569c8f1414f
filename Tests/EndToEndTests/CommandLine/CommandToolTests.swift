import ArgumentParser
import KeyfobCommandLine
import KeyfobCore
import Testing

/// A command that is parsed alone is the one that the whole tool parses.
@Suite struct CommandToolTests {
    static let lines: [[String]] = [
        ["token"],
        ["token", "files"],
        ["token", "files", "--json", "--account", "ada@contoso.test"],
        ["token", "--client-id", "a", "--authority=https://login.example/t", "--scope", "x", "--scope", "y z"],
        ["token", "--force-refresh", "--id-token", "--output", "kubectl", "--output-file", "/tmp/t", "-v"],
        ["token", "--", "--json"],
        ["token", "help"],
        ["list"],
        ["list", "--all"],
        ["other", "token", "--json"],
        ["group", "inner"],
        ["passed", "--help", "token"],
        // The parser answers these with help, versions and mistakes, which name the whole tool.
        [],
        ["help"],
        ["help", "token"],
        ["--version"],
        ["token", "--version"],
        ["token", "--help"],
        ["token", "files", "-h"],
        ["token", "--generate-completion-script", "bash"],
        ["token", "--unknown"],
        ["token", "--output", "purple"],
        ["token", "one", "two"],
        ["token", "--account"],
        ["token", "--client-id", ""],
        ["token", "--issuer", "https://a.example", "--authority", "https://b.example"],
        ["token", "--json", "--output", "text"],
        ["--json", "token"],
        ["list", "token"],
        ["group"],
        ["group", "--help"],
        ["purple"],
    ]

    @Test("a command is parsed alone as the whole tool parses it, and so is every mistake in it", arguments: lines)
    func sameOutcome(line: [String]) {
        let alone = outcome { try CommandTool.command(of: SampleTool.self, line, passingOn: ["passed"]) }
        #expect(alone == outcome { try SampleTool.parseAsRoot(line) })
    }

    private func outcome(_ parse: () throws -> any ParsableCommand) -> String {
        do {
            var text = ""
            dump(try parse(), to: &text)
            return text
        } catch {
            return "\(SampleTool.exitCode(for: error).rawValue): \(SampleTool.fullMessage(for: error))"
        }
    }
}

private struct SampleTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyfob", version: "1.0",
        subcommands: [Passed.self, TokenCommand<NoTokens>.self, List.self, Other.self, Group.self])
}

private struct NoTokens: TokenSource {
    func token(for request: TokenRequest) async throws(AuthError) -> AcquiredToken {
        throw AuthError(.interactionRequired, origin: .store, message: "There is no token.")
    }

    func finish() async {}
}

private struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list")
    @Flag var all = false
}

private struct Other: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "other")
    @Argument var words: [String] = []
    @Flag var json = false
}

private struct Group: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "group", subcommands: [Inner.self])
}

private struct Inner: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "inner")
}

private struct Passed: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "passed")
    @Argument(parsing: .captureForPassthrough) var words: [String] = []
}
