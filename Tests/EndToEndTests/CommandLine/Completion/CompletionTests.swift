import Foundation
import KeyfobTesting
import Testing

@Suite("Completion in shells", .timeLimit(.minutes(10)))
struct CompletionTests {
    /// A line, and all words that are offered in the place of its last one.
    private typealias Row = (line: String, words: [String])

    private static let rows: [Row] = [
        ("keyfob lo", ["login", "logout"]),
        ("keyfob help con", ["config"]),
        // Options of commands that keyfob runs itself, and of those that other executables run.
        ("keyfob token --out", ["--output", "--output-file"]),
        ("keyfob login --pr", ["--print-url", "--prompt"]),
        ("keyfob login --prompt login --pr", ["--print-url"]),
        ("keyfob demo --k", ["--keep"]),
        ("keyfob idp ", ["apply", "ca", "export", "hosts", "migrate-store", "serve"]),
        ("keyfob idp serve --pr", ["--print-ready-json", "--profile"]),
        ("keyfob idp ca --", ["--data", "--help", "--stand-in", "--version"]),
        ("keyfob broker certificate ", ["add", "list", "remove"]),
        // Values.
        ("keyfob token --output ", ["curl", "header", "json", "kubectl", "text"]),
        ("keyfob token work --output=ku", ["--output=kubectl"]),
        ("keyfob login --prompt ", ["consent", "create", "login", "select_account"]),
        ("keyfob login --key-place ", ["file", "secret-service"]),
        ("keyfob doctor --rekey ", ["file", "in-place", "secret-service"]),
        ("keyfob idp serve --profile ", ["faithful", "strict"]),
        ("keyfob config add new --provider g", ["gitlab", "google"]),
        ("keyfob credential git work ", ["erase", "files.test", "get", "store", "work"]),
        // Profiles.
        ("keyfob login ", ["files.test", "work"]),
        ("keyfob token f", ["files.test"]),
        ("keyfob config remove w", ["work"]),
        ("keyfob login --scope api://files/Files.Read w", ["work"]),
        // Files, where a file belongs, and nowhere else.
        ("keyfob token --ca-file ro", ["root.pem"]),
        ("keyfob login --client-secret-file=ro", ["--client-secret-file=root.pem"]),
        ("keyfob login --client-id ", []),
        ("keyfob login --authority ", []),
        ("keyfob accounts --client-id r", []),
        // The program that gets a token, by the shell's own completion.
        ("keyfob exec work -- fish_in", ["fish_indent"]),
    ]

    @Test("offers commands, options, values, profiles and files", arguments: TypingShell.allCases)
    func offers(shell: TypingShell) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let folder = "\(tool.directory.path)/files"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data().write(to: URL(fileURLWithPath: "\(folder)/root.pem"))
        for (name, provider) in [("work", "google"), ("files.test", "local")] {
            let added = try await tool.run("config", "add", name, "--provider", provider, "--client-id", "x")
            try #require(added.status == 0, "\(added.errors)")
        }
        let completed = try await shell.complete(
            Self.rows.map(\.line), in: folder, keyfob: BuildProducts.folder, environment: tool.environment)
        try #require(completed.count == Self.rows.count)
        for (row, completed) in zip(Self.rows, completed) {
            // Without an offer the word stays as it was typed; bash keeps the option before '='.
            let typed = row.line.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
            let words = completed.split(separator: " ").map(String.init).filter { !row.words.isEmpty || $0 != typed }
            #expect(Set(words) == Set(row.words) && words.count == row.words.count, "\(row.line): \(completed)")
        }
    }

    @Test(
        "a name is text in every shell, whatever is in it: nothing of it runs, and it arrives as one word",
        arguments: TypingShell.allCases)
    func hostile(shell: TypingShell) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let mark = "\(tool.directory.path)/mark"
        let names = [
            "$(touch \(mark))", "`touch \(mark)`", "a b", "it's", "say\"no", ";touch \(mark)", "*", "~", "back\\slash",
            "${IFS}", "a:b", "<(touch \(mark))", "!!", "#x",
        ]
        // In the place of keyfob: no file of keyfob may contain such a name.
        let folder = "\(tool.directory.path)/fake"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let script = try await tool.run("--generate-completion-script", shell.rawValue).output
        try script.write(toFile: "\(folder)/script", atomically: false, encoding: .utf8)
        try (["words"] + names.map { "\($0)\tprofile" }).joined(separator: "\n")
            .write(toFile: "\(folder)/names", atomically: false, encoding: .utf8)
        let fake = "#!/bin/sh\ncase $1 in ---complete) cat '\(folder)/names' ;; *) cat '\(folder)/script' ;; esac\n"
        try fake.write(toFile: "\(folder)/keyfob", atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(folder)/keyfob")

        let lines = ["keyfob login ", "keyfob login $(touch \(mark)) `touch \(mark)` "]
        let completed = try await shell.complete(
            lines, in: folder, keyfob: folder, environment: tool.environment)
        #expect(!FileManager.default.fileExists(atPath: mark))
        let offered = try #require(completed.first)
        if shell == .fish {
            // fish quotes what the user chooses, when it is inserted.
            #expect(Set(offered.split(separator: " ")) == Set(names.joined(separator: " ").split(separator: " ")))
        } else {
            // What was inserted, as the shell reads it.
            let read = try await ChildProcess.run(
                "/usr/bin/\(shell.rawValue)", ["-f", "-c", "printf '%s\\n' \(offered)"], environment: tool.environment)
            #expect(Set(read.output.split(separator: "\n").map(String.init)) == Set(names), "\(offered)")
        }
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test("a profile whose name is a command is not offered, and does not run", arguments: TypingShell.allCases)
    func hostileProfile(shell: TypingShell) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let folder = "\(tool.directory.path)/person/.config/keyfob"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let text = "profiles:\n  '$(touch \(folder)/mark)':\n    client-id: x\n"
        try text.write(toFile: "\(folder)/config.yaml", atomically: false, encoding: .utf8)
        let completed = try await shell.complete(
            ["keyfob config show "], in: folder, keyfob: BuildProducts.folder, environment: tool.environment)
        #expect(completed.first?.contains("touch") == false)
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/mark"))
    }

    @Test("without keyfob, or without an executable that runs a command, nothing is offered")
    func missing() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let folder = "\(tool.directory.path)/alone"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let copy = [BuildProducts.executable("keyfob"), "\(folder)/keyfob"]
        try #require(await ChildProcess.run("/bin/cp", copy, environment: tool.environment).status == 0)
        let outcome = try await ChildProcess.run(
            "\(folder)/keyfob", ["---complete", "idp", "serve", "--p"], environment: tool.environment)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(outcome.output.split(separator: "\n").first == "words" && !outcome.output.contains("--profile"))
    }

    @Test("the script of a shell that is unknown is an error; the user's own shell is found")
    func scripts() async throws {
        var tool = try Tool()
        defer { tool.remove() }
        #expect(try await tool.run("--generate-completion-script", "tcsh").status == 2)
        tool.environment["SHELL"] = "/usr/bin/fish"
        let own = try await tool.run("--generate-completion-script").output
        #expect(try await own == tool.run("--generate-completion-script=fish").output)
        #expect(own.contains("complete -c keyfob"))
    }
}
