import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("Help, versions and mistakes")
struct HelpTests {
    private static let done = [["login"], ["demo"], ["idp"], ["broker"], ["idp", "serve"], ["broker", "bundle"]]

    @Test("help for a command of another executable is that executable's own", arguments: done)
    func passedOn(command: [String]) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let help = try await tool.run(["help"] + command)
        #expect(help.status == 0 && !help.output.contains("<arguments>"))
        #expect(try await tool.run(command + ["--help"]).output == help.output)
    }

    @Test("demo's help has its options, and no internal processes of the story")
    func demo() async throws {
        let help = try await ChildProcess.run(
            BuildProducts.executable("keyfob-demo"), ["--help"], environment: ["PATH": "/usr/bin:/bin"]
        ).output
        for option in ["--keep", "--no-story", "--insecure-single-uid"] { #expect(help.contains("\(option):")) }
        let wrong = try await ChildProcess.run(
            BuildProducts.executable("keyfob-demo"), ["--bogus"], environment: ["PATH": "/usr/bin:/bin"])
        #expect(wrong.status == 2 && wrong.errors.contains("--bogus"))
        for command in ["app", "device-app", "device-browser", "malicious-app", "browser"] {
            #expect(!help.contains("\n  \(command) "), "\(command)")
        }
    }

    @Test(
        "the executables for users have the version that servers get",
        arguments: ["keyfob", "keyfob-idp", "keyfob-device", "keyfob-broker", "keyfob-demo"])
    func version(executable: String) async throws {
        let outcome = try await ChildProcess.run(
            BuildProducts.executable(executable), ["--version"], environment: ["PATH": "/usr/bin:/bin"])
        #expect(outcome.status == 0)
        #expect(outcome.output == "\(executable) \(KeyfobRelease.version)\n")
    }

    @Test("an unknown command gets the list of commands")
    func unknownCommand() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let outcome = try await tool.run("toke")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("Commands: login, token, explain, accounts, "), "\(outcome.errors)")
        #expect(try await !tool.run("token", "--bogus").errors.contains("Commands:"))
    }

    @Test("doctor accepts an existing place of a key, and no option that it would ignore")
    func doctor() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let place = try await tool.run("doctor", "--rekey", "foo")
        #expect(place.status == 2 && place.errors.contains("in-place, file, secret-service"), "\(place.errors)")
        for option in [["--cache-file", "x.json"], ["--cache-keyring", "azure-cli"]] {
            let outcome = try await tool.run(["doctor"] + option)
            #expect(outcome.status == 2 && outcome.errors.contains("Unknown option '\(option[0])'"))
        }
    }

    @Test("an overlong argument does not fill the screen")
    func longArgument() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let long = String(repeating: "a", count: 120_000)
        let app = ["--client-id", "x", "--scope", "s"]
        for arguments in [
            ["token", "--account", long] + app, ["logout", "--account", long],
            ["explain", "--scope", "s", "--account", long],
            ["token", "--access-group", long] + app, [long], ["token", long],
        ] {
            for format in [[], ["--json"]] {
                let outcome = try await tool.run(arguments + format)
                #expect(outcome.status != 0)
                let said = (outcome.output + outcome.errors).utf8.count
                #expect(said > 20 && said < 4_000, "\(arguments.map { $0.prefix(20) }): \(said)")
            }
        }
    }

    @Test("idp ca prints once where it has made an authority; a fault for an unknown endpoint gets the list")
    func provider() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let first = try await tool.run("idp", "ca", "--data", "\(tool.directory.path)/typo/x")
        #expect(first.status == 0 && first.output == "\(tool.directory.path)/typo/x/ca.pem\n")
        #expect(first.errors.contains("authority was made in \(tool.directory.path)/typo/x"), "\(first.errors)")
        let second = try await tool.run("idp", "ca", "--data", "\(tool.directory.path)/typo/x")
        #expect(second.output == first.output && second.errors.isEmpty)
        let fault = try await tool.run("idp", "serve", "--fault", "foo=503")
        #expect(fault.status == 2 && fault.errors.contains("no endpoint 'foo'. There are: "))
        #expect(fault.errors.contains("authorize") && fault.errors.contains("token"))
    }
}
