import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The command line keeps its contract")
struct CommandLineTests {
    private let tool: Tool
    private let app = ["--client-id", "aaaaaaaa-0000-4000-8000-000000000001", "--scope", "api://files/Files.Read"]

    init() throws { tool = try Tool() }

    @Test("help lists the commands, and exits 0", arguments: [["--help"], ["help"], []])
    func help(arguments: [String]) async throws {
        let outcome = try await tool.run(arguments)
        #expect(outcome.status == 0)
        for command in ["login", "token", "explain", "accounts", "logout", "doctor", "demo", "idp", "broker"] {
            #expect(outcome.output.contains("\n  \(command) "))
        }
        tool.remove()
    }

    @Test(
        "wrong use exits 2 and explains the fault on standard error",
        arguments: [
            ["bogus"], ["token"], ["token", "--client-id", "x"], ["token", "--client-id", "x", "--scope", " "],
            ["token", "--client-id", "x", "--scope", "s", "--bogus"], ["logout"],
            ["logout", "--account", "a", "--wipe", "--client-id", "x"], ["login"],
            ["login", "--client-id", "x", "--scope", "s", "--prompt", "bogus"],
            ["login", "--client-id", "x", "--scope", "s", "--device-code", "--print-url"],
        ])
    func wrongUse(arguments: [String]) async throws {
        let plain = try await tool.run(arguments)
        #expect(plain.status == 2)
        #expect(plain.output.isEmpty && plain.errors.hasPrefix("Error: "))
        let json = try await tool.run(arguments + ["--json"])
        #expect(json.status == 2)
        #expect(json.errors.isEmpty)
        // `keyfob bogus --json` too: a call with `--json` gets JSON.
        #expect(try json.errorCode() == "wrongUse")
        tool.remove()
    }

    @Test("a token for which there is no sign-in exits 3, and says how to sign in")
    func interactionRequired() async throws {
        let plain = try await tool.run(["token"] + app)
        #expect(plain.status == 3)
        #expect(plain.output.isEmpty && plain.errors.contains("\"keyfob login\""))
        let json = try await tool.run(["token", "--json", "--account", "ada@contoso.test"] + app)
        #expect(json.status == 3)
        #expect(json.errors.isEmpty)
        let error = try #require(try json.document()["error"])
        #expect(error["code"] == "interactionRequired")
        #expect(error["origin"] == "store")
        #expect(error["message"]?.stringValue?.contains("ada@contoso.test") == true)
        #expect(error["remedy"]?.stringValue?.contains("keyfob login") == true)
        tool.remove()
    }

    @Test(
        "a configuration that cannot work exits 4",
        arguments: [
            ["token", "--authority", "http://localhost/contoso.test"], ["token", "--authority", "contoso.test"],
            ["token", "--access-group", ".hidden"], ["token", "--access-group", "../other"],
            ["login", "--redirect-uri", "http://example.com/"],
            ["login", "--redirect-uri", "msauth.test.contoso.a://auth", "--authority", "https://localhost:1/t"],
            ["login", "--ca-file", "/nowhere/ca.pem"], ["token", "--force-refresh", "--ca-file", "/nowhere/ca.pem"],
        ])
    func configuration(arguments: [String]) async throws {
        let plain = try await tool.run(arguments + app)
        #expect(plain.status == 4, "\(plain.errors)")
        #expect(plain.output.isEmpty && plain.errors.hasPrefix("Error: "))
        let json = try await tool.run(arguments + app + ["--json"])
        #expect(json.status == 4)
        #expect(try json.errorCode() == "configuration")
        tool.remove()
    }

    @Test("an unusable home exits other than 0 and is named")
    func unusableHome() async throws {
        var tool = tool
        tool.environment["KEYFOB_HOME"] = "/proc/keyfob"
        let outcome = try await tool.run(["login", "--authority", "https://localhost:1/t", "--json"] + app)
        #expect(outcome.status == 1)
        #expect(try outcome.errorCode() == "storeUnavailable")
        #expect(outcome.output.contains("/proc/keyfob"))
        tool.environment["KEYFOB_HOME"] = nil
        tool.environment["HOME"] = nil
        #expect(try await tool.run("accounts").status == 4)
        tool.remove()
    }

    @Test("an unreachable provider exits 1 and is reported", arguments: [[], ["--device-code"]])
    func network(options: [String]) async throws {
        let outcome = try await tool.run(
            ["login", "--authority", "https://localhost:1/contoso.test", "--json"] + app + options)
        #expect(outcome.status == 1)
        let error = try #require(try outcome.document()["error"])
        #expect(error["code"] == "network")
        #expect(error["message"]?.stringValue?.contains("https://localhost:1") == true)
        #expect(error["correlationId"]?.stringValue?.count == 36)
        tool.remove()
    }

    @Test("an empty list of accounts is no failure")
    func noAccounts() async throws {
        let plain = try await tool.run("accounts")
        #expect(plain.status == 0 && plain.output.isEmpty)
        let json = try await tool.run("accounts", "--json")
        #expect(json.status == 0)
        #expect(try json.document() == ["accounts": []])
        let logout = try await tool.run("logout", "--account", "ada@contoso.test", "--json")
        #expect(logout.status == 1)
        #expect(try logout.errorCode() == "accountNotFound")
        tool.remove()
    }

    @Test("nothing is written outside KEYFOB_HOME, and nothing in it is accessible to other users")
    func home() async throws {
        _ = try await tool.run(["token"] + app)
        _ = try await tool.run(FailingSignIn.arguments)
        let files = FileManager.default
        #expect(try files.contentsOfDirectory(atPath: "\(tool.directory.path)/person").isEmpty)
        #expect(try files.contentsOfDirectory(atPath: tool.directory.path).sorted() == ["home", "person"])
        let paths = try files.subpathsOfDirectory(atPath: tool.home)
        #expect(!paths.isEmpty)
        for path in paths {
            let mode = try files.attributesOfItem(atPath: "\(tool.home)/\(path)")[.posixPermissions] as? Int ?? -1
            #expect(mode & 0o077 == 0, "\(path)")
        }
        tool.remove()
    }

    @Test("a missing sibling executable is named, and exits 4", arguments: ["login", "demo", "idp"])
    func missingSibling(command: String) async throws {
        let alone = "\(tool.directory.path)/keyfob"
        // Not from this process: a process that another test starts meanwhile would keep the copy open for writing.
        let copy = [BuildProducts.executable("keyfob"), alone]
        try #require(await ChildProcess.run("/bin/cp", copy, environment: tool.environment).status == 0)
        let outcome = try await ChildProcess.run(alone, [command, "x"], environment: tool.environment)
        #expect(outcome.status == 4)
        let sibling = command == "login" ? "keyfob-signin" : "keyfob-\(command)"
        #expect(outcome.errors.contains("\(tool.directory.path)/\(sibling)"))
        tool.remove()
    }

}
