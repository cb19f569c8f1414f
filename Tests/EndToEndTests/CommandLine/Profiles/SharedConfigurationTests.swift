import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

/// A configuration whose author is another than its user, as one from a repository.
@Suite("A configuration of another author")
struct SharedConfigurationTests {
    private let tool: Tool
    private let folder: String

    init() throws {
        var tool = try Tool()
        folder = "\(tool.directory.path)/repository"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        tool.environment["KEYFOB_CONFIG"] = "\(folder)/keyfob.yaml"
        self.tool = tool
    }

    private func write(_ setting: String) throws {
        let text = """
            profiles:
              x:
                issuer: http://localhost:1
                client-id: c
                scopes: openid
                \(setting)

            """
        try text.write(toFile: "\(folder)/keyfob.yaml", atomically: false, encoding: .utf8)
    }

    private func secret(at path: String) throws {
        try "hunter2\n".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(chmod(path, 0o600) == 0)
    }

    @Test("it sends no file of the user's to its issuer: only one in its own folder, once every link is followed")
    func secretFile() async throws {
        defer { tool.remove() }
        let person = "\(tool.directory.path)/person"
        try secret(at: "\(person)/.vault-token")
        try secret(at: "\(folder)/secret")
        try FileManager.default.createDirectory(atPath: "\(folder)/inner", withIntermediateDirectories: false)
        try secret(at: "\(folder)/inner/secret")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/link", withDestinationPath: "../person/.vault-token")
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/folder", withDestinationPath: "../person")
        for file in [
            "~/.vault-token", "\(person)/.vault-token", "../person/.vault-token", "link", "\(folder)/link",
            "folder/.vault-token", "inner/secret", "\(folder)/../person/.vault-token", "~/nothing",
        ] {
            try write("client-secret-file: \(file)")
            let refused = try await tool.run("login", "x", "--print-url")
            #expect(refused.status == 4 && refused.output.isEmpty, "\(file): \(refused)")
            #expect(
                refused.errors.contains("was neither read nor sent to http://localhost:1")
                    && refused.errors.contains("--client-secret-file"), "\(refused.errors)")
            #expect(!refused.errors.contains("hunter2"))
        }
        // These are read; then no such issuer is found.
        for file in ["secret", "./secret", "\(folder)/secret", "\(folder)/inner/../secret"] {
            try write("client-secret-file: \(file)")
            let outcome = try await tool.run("login", "x", "--print-url")
            #expect(outcome.status == 1, "\(file): \(outcome.errors)")
            #expect(!outcome.errors.contains("neither read"), "\(outcome.errors)")
        }
        // The user may name any file.
        try write("client-secret-file: ~/.vault-token")
        let flag = try await tool.run("login", "x", "--print-url", "--client-secret-file", "\(person)/.vault-token")
        #expect(flag.status == 1 && !flag.errors.contains("neither read"), "\(flag.errors)")
        var own = tool
        own.environment["KEYFOB_CLIENT_SECRET_FILE"] = "~/.vault-token"
        let variable = try await own.run("login", "x", "--print-url")
        #expect(variable.status == 1 && !variable.errors.contains("neither read"), "\(variable.errors)")
    }

    @Test(
        "keyfob config add says at once that a file is in another folder, and takes one beside a linked configuration")
    func adding() async throws {
        defer { tool.remove() }
        let add = ["config", "add", "y", "--issuer", "https://issuer.invalid", "--client-id", "c"]
        let refused = try await tool.run(add + ["--client-secret-file", "\(tool.directory.path)/elsewhere"])
        #expect(refused.status == 4 && refused.errors.contains("neither read"), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/keyfob.yaml"))
        let added = try await tool.run(add + ["--client-secret-file", "\(folder)/secret"])
        #expect(added.status == 0, "\(added.errors)")
        var linked = tool
        let place = "\(tool.directory.path)/person/keyfob.yaml"
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "\(folder)/keyfob.yaml")
        linked.environment["KEYFOB_CONFIG"] = place
        for file in ["\(folder)/secret", "\(tool.directory.path)/person/secret"] {
            let again = add.map { $0 == "y" ? "z\(file.utf8.count)" : $0 } + ["--client-secret-file", file]
            let outcome = try await linked.run(again)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }

    @Test("a text with a line break or a control character is refused with its line, wherever it would be used")
    func controlCharacters() async throws {
        defer { tool.remove() }
        for name in ["username", "account", "client-secret-file", "redirect-uri"] {
            for escape in ["\\n", "\\r", "\\u0000", "\\e[2J", "\\u009B", "\\u202E", "\\u2028"] {
                try write("\(name): \"a\(escape)password=x\"")
                for arguments in [["config", "show", "x"], ["credential", "git", "x", "get"], ["token", "x"]] {
                    let outcome = try await ChildProcess.run(
                        BuildProducts.executable("keyfob"), arguments, environment: tool.environment,
                        input: "protocol=https\nhost=localhost:1\n\n")
                    #expect(outcome.status == 4 && outcome.output.isEmpty, "\(arguments) \(escape): \(outcome)")
                    #expect(outcome.errors.contains("keyfob.yaml:6:") && outcome.errors.contains("'\(name)'"))
                }
            }
        }
    }
}
