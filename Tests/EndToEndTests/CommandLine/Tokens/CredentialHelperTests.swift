import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("Credential helpers")
struct CredentialHelperTests {
    private func play(_ options: String..., body: (SignInScene, _ token: String) async throws -> Void) async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.tool.run(["config", "add", "work"] + scene.app + options).status == 0)
            #expect(try await scene.logIn().status == 0)
            try await body(scene, String(try await scene.tool.run("token", "work").output.dropLast()))
        }
    }

    /// Runs `git credential` with the helper configured for every host.
    private func git(_ scene: SignInScene, _ operation: String, _ input: String) async throws -> ChildProcess.Outcome {
        var environment = scene.tool.environment
        environment["PATH"] = "\(BuildProducts.folder):/usr/bin:/bin"
        environment["GIT_TERMINAL_PROMPT"] = "0"
        return try await ChildProcess.run(
            "/usr/bin/git",
            [
                "-c", "credential.helper=", "-c", "credential.helper=!keyfob credential git work", "credential",
                operation,
            ],
            environment: environment, input: input)
    }

    @Test("git itself gets the token for a host of the profile, and for no other one")
    func git() async throws {
        try await play("--host", "git.contoso.test", "--host", "git.contoso.test:8443") { scene, token in
            let filled = try await git(scene, "fill", "protocol=https\nhost=GIT.contoso.test\npath=a/b.git\n\n")
            #expect(filled.status == 0, "\(filled.errors)")
            #expect(filled.output.contains("username=oauth2\npassword=\(token)\n"))
            let port = try await git(scene, "fill", "protocol=https\nhost=git.contoso.test:8443\nusername=ada\n\n")
            #expect(port.output.contains("username=ada\n") && port.output.contains("password=\(token)\n"))
            for other in [
                "protocol=https\nhost=other.test\n\n", "protocol=http\nhost=git.contoso.test\n\n",
                "protocol=https\nhost=git.contoso.test:9\n\n", "protocol=https\nhost=x.git.contoso.test\n\n",
            ] {
                let refused = try await git(scene, "fill", other)
                #expect(refused.status != 0 && !refused.output.contains("password="), "\(other)")
            }
            // The helper's own output names the time after which git asks again.
            let direct = try await helper(scene, ["git", "work", "get"], "protocol=https\nhost=git.contoso.test\n\n")
            let seconds = direct.output.split(separator: "\n").last?.split(separator: "=").last.flatMap { Double($0) }
            #expect(try #require(seconds) > Date().timeIntervalSince1970 + 600)
        }
    }

    /// The refresh is by the executable with the network, which reads the same input again.
    @Test("a token that the server has refused is refreshed, and only that one")
    func erased() async throws {
        try await play("--host", "git.contoso.test") { scene, token in
            let host = "protocol=https\nhost=git.contoso.test\nusername=oauth2\n"
            let other = try await git(scene, "reject", host + "password=another\n\n")
            #expect(other.status == 0, "\(other.errors)")
            #expect(try await scene.tool.run("token", "work").output == token + "\n")
            #expect(try await git(scene, "reject", host + "password=\(token)\n\n").status == 0)
            #expect(try await scene.tool.run("token", "work").output != token + "\n")
            #expect(try await git(scene, "approve", host + "password=x\n\n").status == 0)
        }
    }

    @Test("without named hosts only the provider's own one gets the token")
    func ownHost() async throws {
        try await play { scene, token in
            let port = try await scene.provider.baseURL().effectivePort
            let own = try await helper(scene, ["git", "work", "get"], "protocol=https\nhost=localhost:\(port)\n\n")
            #expect(own.output.contains("password=\(token)\n"))
            let other = try await helper(scene, ["git", "work", "get"], "protocol=https\nhost=github.com\n\n")
            #expect(other.status == 0 && other.output.isEmpty)
        }
    }

    private func helper(
        _ scene: SignInScene, _ arguments: [String], _ input: String
    ) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            BuildProducts.executable("keyfob"), ["credential"] + arguments, environment: scene.tool.environment,
            input: input)
    }

    /// The messages are those of docker-credential-helpers, which Docker's documentation describes.
    @Test("Docker's protocol: get finds the profile by the registry's host, list names the hosts, store is refused")
    func docker() async throws {
        try await play("--host", "registry.contoso.test", "--username", "token-user") { scene, token in
            for server in ["registry.contoso.test", "https://registry.contoso.test/v2/"] {
                let found = try await helper(scene, ["docker", "get"], server + "\n")
                #expect(
                    try found.document() == [
                        "ServerURL": .string(server), "Username": "token-user", "Secret": .string(token),
                    ])
            }
            for server in [
                "https://index.docker.io/v1/", "http://registry.contoso.test", "", "a@registry.contoso.test",
            ] {
                for profile in [[], ["work"]] {
                    let missing = try await helper(scene, ["docker"] + profile + ["get"], server)
                    #expect(missing.status == 1, "\(server)")
                    #expect(missing.output == "credentials not found in native keychain\n", "\(missing)")
                }
            }
            #expect(
                try await helper(scene, ["docker", "list"], "").document() == ["registry.contoso.test": "token-user"])
            let stored = try await helper(scene, ["docker", "store"], "{}")
            #expect(stored.status == 1 && stored.output.contains("keyfob login"))
            #expect(try await helper(scene, ["docker", "erase"], "registry.contoso.test").status == 0)
            // Docker calls a program of this name.
            let link = "\(scene.tool.directory.path)/docker-credential-keyfob"
            let program = BuildProducts.executable("keyfob")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
            let linked = try await ChildProcess.run(
                link, ["get"], environment: scene.tool.environment, input: "registry.contoso.test")
            #expect(try linked.document()["Secret"]?.stringValue == token)
            #expect(try await scene.tool.run("logout", "work").status == 0)
            let nobody = try await helper(scene, ["docker", "get"], "registry.contoso.test")
            #expect(nobody.status == 3 && nobody.output.contains("keyfob login"), "\(nobody)")
        }
    }

    @Test(
        "wrong use exits 2",
        arguments: [["git"], ["git", "a", "b", "get"], ["docker"], ["docker", "bogus"], ["bogus"]])
    func wrongUse(arguments: [String]) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        #expect(try await tool.run(["credential"] + arguments).status == 2)
        #expect(try await tool.run(["credential", "git", "capability"]).status == 0)
    }
}
