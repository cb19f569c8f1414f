import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("keyfob exec")
struct ExecCommandTests {
    private func play(_ body: (SignInScene, _ token: String) async throws -> Void) async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.tool.run(["config", "add", "work", "--default"] + scene.app).status == 0)
            #expect(try await scene.logIn().status == 0)
            try await body(scene, try await scene.tool.run("token").output)
        }
    }

    @Test(
        "the program gets the token in a variable, its own arguments and streams, and ends the process with its status")
    func environment() async throws {
        try await play { scene, token in
            let program = [
                "--", "/bin/sh", "-c", "printf '%s\\n' \"$ACCESS_TOKEN\"; cat; echo \"$1\" >&2; exit 42", "sh",
            ]
            let outcome = try await ChildProcess.run(
                BuildProducts.executable("keyfob"), ["exec", "work"] + program + ["--json"],
                environment: scene.tool.environment, input: "input\n")
            #expect(outcome.status == 42)
            #expect(outcome.output == token + "input\n" && outcome.errors == "--json\n")
            let named = try await scene.tool.run("exec", "--env", "TOKEN", "--", "env")
            let lines = named.output.split(separator: "\n")
            #expect(lines.contains("TOKEN=\(token.dropLast())"))
            #expect(!lines.contains { $0.hasPrefix("ACCESS_TOKEN=") } && lines.contains("PATH=/usr/bin:/bin"))
            let identity = try await scene.tool.run("exec", "--id-token", "--", "/bin/sh", "-c", "echo $ID_TOKEN")
            #expect(try await scene.tool.run("token", "--id-token").output == identity.output)
        }
    }

    @Test("the program reads the token from a descriptor, and its environment has none")
    func descriptor() async throws {
        try await play { scene, token in
            for number in ["0", "3", "7"] {
                let outcome = try await scene.tool.run("exec", "--fd", number, "--", "/bin/sh", "-c", "cat <&\(number)")
                #expect(outcome.status == 0 && outcome.output + "\n" == token, "\(number): \(outcome.errors)")
            }
            let bare = try await scene.tool.run("exec", "--fd", "3", "--", "env")
            #expect(!bare.output.contains(token.dropLast()))
            let both = try await scene.tool.run(
                "exec", "--fd", "3", "--env", "T", "--", "/bin/sh", "-c", "test \"$(cat <&3)\" = \"$T\"")
            #expect(both.status == 0)
        }
    }

    @Test("a token that has to be refreshed is, and a signal ends the program as it would without keyfob")
    func refreshed() async throws {
        try await play { scene, token in
            let fresh = try await scene.tool.run(
                "exec", "work", "--force-refresh", "--", "/bin/sh", "-c", "cat; echo $ACCESS_TOKEN")
            #expect(fresh.status == 0 && fresh.output != token && fresh.output.count > 100, "\(fresh.errors)")
            for (signal, number) in [("TERM", SIGTERM), ("INT", SIGINT), ("PIPE", SIGPIPE)] {
                for option in [["--force-refresh"], []] {
                    let killed = try await scene.tool.run(
                        ["exec"] + option + ["--", "/bin/sh", "-c", "kill -\(signal) $$"])
                    #expect(killed.status == 128 + number, "\(signal)")
                }
            }
        }
    }

    @Test("a program that is missing ends with 127, one that cannot be started with 126")
    func missing() async throws {
        try await play { scene, token in
            let missing = try await scene.tool.run("exec", "--", "/nowhere/program")
            #expect(missing.status == 127 && missing.errors.contains("/nowhere/program"))
            let folder = try await scene.tool.run("exec", "--", "/tmp")
            #expect(folder.status == 126 && !folder.errors.contains(token.dropLast()))
        }
    }

    @Test(
        "wrong use exits 2, and without a sign-in nothing is started",
        arguments: [
            ["work"], ["--"], ["--fd", "1", "--", "true"], ["--fd", "256", "--", "true"],
            ["--env", "A=B", "--", "true"], ["--env", "", "--", "true"], ["--json", "--", "true"],
        ])
    func wrongUse(arguments: [String]) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        #expect(try await tool.run(["exec"] + arguments).status == 2)
        let file = "\(tool.directory.path)/started"
        let nobody = try await tool.run(["exec"] + FailingSignIn.app + ["--", "/usr/bin/touch", file])
        #expect(nobody.status == 3 && !FileManager.default.fileExists(atPath: file))
    }
}
