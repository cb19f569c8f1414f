import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("keyfob idp apply and export", .timeLimit(.minutes(10)))
struct DirectoryFilesTests {
    private static let executable = BuildProducts.executable("keyfob-idp")
    private static let clientID = "77777777-0000-4000-8000-000000000001"

    private static func file(password: String = "Correct-horse-1", title: String = "Cook") -> String {
        """
        tenants:
          - domains: [litware.test]
            displayName: Litware
            users:
              - userPrincipalName: bob@litware.test
                jobTitle: \(title)
                passwordProfile: {password: \(password)}
            applications:
              - appId: \(clientID)
                displayName: Kitchen
                isFallbackPublicClient: true
                identifierUris: ["api://kitchen"]
                api: {oauth2PermissionScopes: [{id: \(clientID), value: Read}]}
            oauth2PermissionGrants:
              - {clientId: Kitchen, resourceId: Kitchen, consentType: AllPrincipals, scope: Read}
        """
    }

    /// A data directory, a folder for files, and the commands on them.
    private struct Stage {
        let tool: Tool
        var data: String { "\(tool.directory.path)/provider" }
        var config: String { "\(tool.directory.path)/config.yaml" }

        init() throws { tool = try Tool() }

        func write(_ text: String, to name: String = "config.yaml") throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(tool.directory.path)/\(name)"), options: .atomic)
        }

        func run(_ arguments: String...) async throws -> ChildProcess.Outcome {
            try await ChildProcess.run(executable, arguments + ["--data", data], environment: tool.environment)
        }

        /// Runs a body against a provider on the data directory; returns its standard error.
        func serving(
            _ options: [String] = [], _ body: (ChildProcess, HTTPURL, AsyncHTTPTransport) async throws -> Void
        ) async throws -> String {
            let process = try ChildProcess(
                executable, ["serve", "--port", "0", "--data", data, "--print-ready-json"] + options,
                environment: tool.environment)
            let result: Result<Void, any Error>
            do {
                let ready = try JSONValue(parsing: try #require(await process.nextLine()))
                let base = try #require(HTTPURL(ready["base_url"]?.stringValue ?? "")).with(path: "/")
                let transport = try AsyncHTTPTransport(trust: .caFile("\(data)/ca.pem"))
                do { result = .success(try await body(process, base, transport)) } catch { result = .failure(error) }
                await transport.shutdown()
            } catch { result = .failure(error) }
            process.terminate()
            let outcome = await process.outcome()
            try result.get()
            return outcome.errors
        }

        /// The status of a sign-in by password.
        func signIn(_ base: HTTPURL, _ transport: AsyncHTTPTransport, password: String) async throws -> Int {
            var request = HTTPRequest(method: .post, url: base.with(path: "/litware.test/oauth2/v2.0/token"))
            request.fields.set("Content-Type", "application/x-www-form-urlencoded")
            request.body = Array(
                FormParameters([
                    ("grant_type", "password"), ("client_id", clientID), ("username", "bob@litware.test"),
                    ("password", password), ("scope", "api://kitchen/Read"),
                ]).encoded.utf8)
            return try await transport.send(request).status
        }

        /// Waits until the directory contains a text.
        func awaits(_ text: String) async throws {
            let deadline = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < deadline {
                if try await run("export").output.contains(text) { return }
            }
            Issue.record("The directory never contained '\(text)'.")
        }
    }

    @Test("A stopped provider and a running one are changed alike; a broken file changes neither")
    func stoppedAndRunning() async throws {
        let stage = try Stage()
        defer { stage.tool.remove() }
        try stage.write(Self.file())
        let plan = try await stage.run("apply", stage.config, "--dry-run", "--detailed-exitcode")
        #expect(plan.status == 5, "\(plan.errors)")
        #expect(plan.output.contains("+ litware.test: user bob@litware.test"))
        #expect(try await stage.run("export").output == "tenants: []\n")
        #expect(try await stage.run("apply", stage.config).status == 0)
        let again = try await stage.run("apply", stage.config, "--detailed-exitcode")
        #expect(again.status == 0)
        #expect(again.output == "Nothing to change.\n")
        let stopped = try await stage.run("export", "--with-secrets").output
        _ = try await stage.serving { _, base, transport in
            #expect(try await stage.run("export", "--with-secrets").output == stopped)
            #expect(try await stage.run("apply", stage.config).output == "Nothing to change.\n")
            #expect(try await stage.signIn(base, transport, password: "Correct-horse-1") == 200)
            // More than an unauthorized request may have.
            let filling = "\n" + String(repeating: "# comment\n", count: 300_000)
            try stage.write(Self.file(password: "Another-horse-2") + filling)
            let changed = try await stage.run("apply", stage.config, "--output", "json")
            #expect(changed.status == 0, "\(changed.errors)")
            #expect(try changed.document()["changes"]?.arrayValue?.first?["members"] == ["passwordProfile.password"])
            #expect(try await stage.signIn(base, transport, password: "Correct-horse-1") == 400)
            #expect(try await stage.signIn(base, transport, password: "Another-horse-2") == 200)
            let before = try await stage.run("export", "--with-secrets").output
            try stage.write(Self.file() + "\n      - {clientId: Absent, resourceId: Kitchen}\n")
            let running = try await stage.run("apply", stage.config)
            #expect(running.status == 4)
            #expect(running.errors.contains("config.yaml:16:10: "), "\(running.errors)")
            #expect(try await stage.run("export", "--with-secrets").output == before)
            var request = HTTPRequest(method: .post, url: base.with(path: "/_admin/apply"))
            request.body = Array(#"{"files":[]}"#.utf8)
            #expect(try await transport.send(request).status == 401)
            request.body = [UInt8](repeating: 0x20, count: 2 << 20)
            #expect(try await transport.send(request).status == 413)
        }
        let broken = try await stage.run("apply", stage.config)
        #expect(broken.status == 4)
        #expect(broken.errors.contains("config.yaml:16:10: "))
    }

    @Test("An export is a file of its owner alone, and makes the same directory elsewhere")
    func export() async throws {
        let stage = try Stage()
        defer { stage.tool.remove() }
        try stage.write(Self.file())
        #expect(try await stage.run("apply", stage.config).status == 0)
        let path = "\(stage.tool.directory.path)/out.yaml"
        #expect(try await stage.run("export", "--with-secrets", "--output", path).status == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try FileManager.default.createSymbolicLink(
            atPath: "\(stage.tool.directory.path)/link", withDestinationPath: path)
        #expect(
            try await stage.run("export", "--output", "\(stage.tool.directory.path)/link").status == 4)
        let other = try Stage()
        defer { other.tool.remove() }
        #expect(try await other.run("apply", path).status == 0)
        #expect(
            try await other.run("export", "--with-secrets").output == stage.run("export", "--with-secrets").output)
        _ = try await other.serving { _, base, transport in
            let status = try await other.signIn(base, transport, password: "Correct-horse-1")
            #expect(status == 200)
        }
    }

    @Test(
        "serve --config applies its file at the start, on a change and on SIGHUP; a broken change keeps the old state")
    func config() async throws {
        let stage = try Stage()
        defer { stage.tool.remove() }
        try stage.write("tenants:\n  - domains: [litware.test]\n    nonsense: 1\n")
        let refused = try await stage.run("serve", "--port", "0", "--config", stage.config)
        #expect(refused.status == 4)
        #expect(refused.errors.contains("config.yaml:3:5: The member 'nonsense'"), "\(refused.errors)")
        try stage.write(Self.file())
        let said = try await stage.serving(["--config", stage.config]) { process, base, transport in
            #expect(try await stage.signIn(base, transport, password: "Correct-horse-1") == 200)
            // No demonstration users.
            #expect(try await !stage.run("export").output.contains("contoso"))
            try stage.write(Self.file(title: "Baker"))
            try await stage.awaits("jobTitle: Baker")
            try stage.write("tenants:\n  - domains: [litware.test]\n    users: [{userPrincipalName: bob}]\n")
            process.signal(SIGHUP)
            try stage.write(Self.file(title: "Butcher"))
            try await stage.awaits("jobTitle: Butcher")
            #expect(try await stage.signIn(base, transport, password: "Correct-horse-1") == 200)
            // The file did not change since, and the directory did.
            let other = Self.file(title: "Painter")
            try stage.write(other, to: "other.yaml")
            #expect(try await stage.run("apply", "\(stage.tool.directory.path)/other.yaml").status == 0)
            process.signal(SIGHUP)
            try await stage.awaits("jobTitle: Butcher")
            try stage.write("tenants: [")
            let deadline = ContinuousClock.now + .seconds(60)
            while process.errorsSoFar.contains("config.yaml:1:11") == false, ContinuousClock.now < deadline {}
            #expect(try await stage.run("export").output.contains("jobTitle: Butcher"))
        }
        #expect(said.contains("config.yaml:1:11"), "\(said)")
        #expect(said.contains("Nothing was changed."))
    }
}
