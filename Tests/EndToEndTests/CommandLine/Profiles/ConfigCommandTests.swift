import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("keyfob config")
struct ConfigCommandTests {
    private let tool: Tool
    private let path: String

    init() throws {
        tool = try Tool()
        path = "\(tool.directory.path)/person/.config/keyfob/config.yaml"
    }

    private func write(_ text: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("adds, lists, shows and removes profiles, and chooses the default one")
    func story() async throws {
        defer { tool.remove() }
        #expect(try await tool.run("config", "path").output == "\(path)\n")
        let none = try await tool.run("config", "list")
        #expect(none.status == 0 && none.output.isEmpty && none.errors.contains("keyfob config add"))
        let added = try await tool.run(
            "config", "add", "work", "--provider", "google", "--client-id", "1234567890", "--scope", "openid email",
            "--parameter", "access_type=offline", "--parameter", "hd=contoso.test", "--default")
        #expect(added.status == 0 && added.output.contains("keyfob login work"), "\(added.errors)")
        let second = try await tool.run(
            "config", "add", "files", "--authority", "https://localhost:8443/contoso.test", "--client-id",
            "aaaaaaaa-0000-4000-8000-000000000001", "--scope", "api://files/Files.Read", "--redirect-uri",
            "http://localhost/files", "--account", "ada@contoso.test")
        #expect(second.status == 0, "\(second.errors)")
        #expect(
            try text() == """
                # Profiles of keyfob: see "keyfob config". No secrets belong here.
                default: work
                profiles:
                  work:
                    provider: google
                    client-id: "1234567890"
                    scopes:
                      - openid
                      - email
                    parameters:
                      access_type: offline
                      hd: contoso.test
                  files:
                    authority: https://localhost:8443/contoso.test
                    client-id: aaaaaaaa-0000-4000-8000-000000000001
                    redirect-uri: http://localhost/files
                    account: ada@contoso.test
                    scopes:
                      - api://files/Files.Read

                """)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["config.yaml"])

        let list = try await tool.run("config", "list")
        #expect(list.output.contains("work *  https://accounts.google.com") && list.output.contains("\nfiles   "))
        let document = try await tool.run("config", "list", "--json").document()
        #expect(document["default"] == "work" && document["profiles"]?.arrayValue?.count == 2)
        #expect(try await tool.run("config", "list", "--names").output == "work\nfiles\n")
        #expect(try await tool.run("config", "show", "files").output.hasPrefix("files:\n  authority: https://local"))
        #expect(try await tool.run("config", "show", "--json").document()["profile"]?["provider"] == "google")
        #expect(try await tool.run("config", "show", "gitlab", "--json").document()["builtIn"] == true)

        #expect(try await tool.run("config", "default", "files").status == 0)
        #expect(try text().contains("\ndefault: files\n"))
        #expect(try await tool.run("config", "remove", "files").status == 0)
        let rest = try text()
        #expect(!rest.contains("  files:") && !rest.contains("default:") && rest.contains("  work:\n"))
        #expect(try await tool.run("config", "remove", "work").status == 0)
        #expect(try await tool.run("config", "list", "--json").document()["profiles"] == [])
        #expect(try await tool.run("config", "add", "a", "--provider", "local", "--client-id", "x").status == 0)
    }

    @Test("a change keeps comments, the order and the form of everything else, and follows a link")
    func comments() async throws {
        defer { tool.remove() }
        let real = "\(tool.directory.path)/dotfiles.yaml"
        let original = """
            # Mine.
            profiles:
                # For the API.
                a:
                    issuer: 'https://a.example'   # quoted
                    client-id: x

                # For tests.
                b: {issuer: https://b.example, client-id: y, scopes: [one, two]}
            # The one that I use.
            default: a # most of the time

            """
        try write("")
        try original.write(toFile: real, atomically: false, encoding: .utf8)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: real)
        let added = try await tool.run("config", "add", "c", "--issuer", "https://c.example", "--client-id", "z")
        #expect(added.status == 0, "\(added.errors)")
        let block = "    c:\n      issuer: https://c.example\n      client-id: z\n"
        #expect(try text() == original.replacing("# The one", with: block + "# The one"))
        #expect(try await tool.run("config", "default", "b").status == 0)
        #expect(try text().contains("\n# The one that I use.\ndefault: b # most of the time\n"))
        #expect(try await tool.run("config", "default", "a").status == 0)
        #expect(try await tool.run("config", "remove", "c").status == 0)
        #expect(try text() == original)
        #expect(try await tool.run("config", "remove", "b").status == 0)
        #expect(try text().contains("# For tests.\n# The one"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == real)
    }

    @Test("a form that cannot be changed is refused, and the file stays as it is")
    func unusual() async throws {
        defer { tool.remove() }
        for text in ["{profiles: {a: {client-id: x}, c: {}}}\n", "profiles: {a: {client-id: x}, c: {}}\n"] {
            try write(text)
            let added = try await tool.run("config", "add", "b", "--provider", "local", "--client-id", "x")
            #expect(added.status == 4 && added.errors.contains("by hand"), "\(added)")
            #expect(try await tool.run("config", "remove", "a").status == 4)
            #expect(try self.text() == text)
        }
    }

    @Test(
        "a fault in the file is reported with its line and what was meant",
        arguments: [
            ("profiles:\n  a:\n    clientid: x\n", ":3:5: There is no setting 'clientid'. Did you mean 'client-id'?"),
            ("profile:\n  a: {}\n", ":1:1: There is no setting 'profile'. Did you mean 'profiles'?"),
            ("profiles:\n  a:\n    issuer: http://a.example\n", ":3:5: The issuer must use https"),
            ("profiles:\n  a:\n    issuer: https://a\n    provider: google\n", ":4:5: The profile names its provider"),
            ("profiles:\n  a:\n    provider: gogle\n", ":3:15: There is no provider 'gogle'. Did you mean 'google'?"),
            ("profiles:\n  a:\n    scopes: {x: 1}\n", ":3:13: 'scopes' is not a text."),
            ("profiles:\n  a b:\n    account: x\n", ":2:3: 'a b' cannot be the name of a profile."),
            ("profiles:\n  a: x\n", ":2:6: The profile 'a' has no settings."),
            ("profiles:\n  a:\n   b: &x y\n", ":3:7: "),
            ("profiles: {}\n---\nprofiles: {}\n", ":3:1: The file has a second document."),
        ])
    func faults(text: String, message: String) async throws {
        defer { tool.remove() }
        try write(text)
        for command in [["config", "list"], ["token", "a"], ["login", "a"], ["token"]] {
            let outcome = try await tool.run(command)
            #expect(outcome.status == 4, "\(command)")
            #expect(outcome.errors.contains(path + message), "\(outcome.errors)")
        }
    }

    @Test(
        "a secret is refused, never shown, and the message says where it belongs",
        arguments: [
            "client-secret: hunter2", "client_secret: hunter2", "password: hunter2", "refresh-token: hunter2",
            "parameters: {client_secret: hunter2}", "parameters: {client_assertion: hunter2}",
        ])
    func secrets(line: String) async throws {
        defer { tool.remove() }
        try write("profiles:\n  a:\n    \(line)\n")
        let outcome = try await tool.run("token", "a")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains(path + ":3:") && outcome.errors.contains("keyring"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("hunter2"))
        let added = try await tool.run(
            "config", "add", "b", "--provider", "google", "--client-id", "x", "--parameter", "client_secret=hunter2")
        #expect(added.status == 2 && added.errors.contains("keyring") && !added.errors.contains("hunter2"))
    }

    @Test(
        "wrong use of config exits 2",
        arguments: [
            ["add"], ["add", "a"], ["add", "a", "--client-id", "x"], ["add", "-a", "--client-id", "x"],
            ["add", "a/b", "--provider", "google", "--client-id", "x"],
            ["add", "a", "--provider", "gogle", "--client-id", "x"],
            ["add", "a", "--provider", "google", "--issuer", "https://a", "--client-id", "x"],
            ["add", "a", "--provider", "google", "--client-id", "x", "--parameter", "novalue"],
            ["remove", "a"], ["remove", "google"], ["default", "a"], ["show"], ["show", "a"], ["bogus"],
        ])
    func wrongUse(arguments: [String]) async throws {
        defer { tool.remove() }
        let outcome = try await tool.run(["config"] + arguments)
        #expect(outcome.status == 2, "\(outcome)")
        #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("Error: "))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await tool.run(["config"] + arguments + ["--json"]).errorCode() == "wrongUse")
    }

    @Test("KEYFOB_CONFIG and XDG_CONFIG_HOME name another file; a name is taken once")
    func places() async throws {
        var tool = tool
        defer { tool.remove() }
        tool.environment["XDG_CONFIG_HOME"] = "\(tool.directory.path)/xdg"
        #expect(try await tool.run("config", "path").output == "\(tool.directory.path)/xdg/keyfob/config.yaml\n")
        tool.environment["KEYFOB_CONFIG"] = "\(tool.directory.path)/new/own.yaml"
        let add = ["config", "add", "a", "--provider", "entra", "--client-id", "x"]
        #expect(try await tool.run(add).status == 0)
        #expect(FileManager.default.fileExists(atPath: "\(tool.directory.path)/new/own.yaml"))
        let again = try await tool.run(add)
        #expect(again.status == 2 && again.errors.contains("There is a profile 'a' already."))
        tool.environment["KEYFOB_CONFIG"] = "/proc/keyfob/own.yaml"
        #expect(try await tool.run(add).status == 4)
    }
}
