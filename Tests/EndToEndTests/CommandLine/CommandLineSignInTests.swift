import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The command line signs in, and serves tokens")
struct CommandLineSignInTests {
    @Test("login --print-url signs in; token, accounts and logout follow")
    func story() async throws {
        try await SignInScene.play { scene in
            let login = try await scene.logIn()
            #expect(login.status == 0, "\(login.errors)")
            #expect(login.output.contains("Signed in as ada@contoso.test"))

            let token = try await scene.tool.run(["token"] + scene.app)
            #expect(token.status == 0 && token.errors.isEmpty)
            let lines = token.output.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 2 && lines[1].isEmpty)
            #expect(lines[0].split(separator: ".").count == 3)
            #expect(!login.output.contains(lines[0]))

            let accounts = try await scene.tool.run("accounts")
            #expect(accounts.status == 0)
            #expect(accounts.output.contains("ada@contoso.test") && accounts.output.hasPrefix("USER "))

            let logout = try await scene.tool.run("logout", "--account", "ADA@contoso.test")
            #expect(logout.status == 0 && logout.output == "Signed out ada@contoso.test.\n")
            #expect(try await scene.tool.run(["token"] + scene.app).status == 3)
            #expect(try await scene.tool.run("accounts").output.isEmpty)
        }
    }

    @Test("--json prints one document of the documented shape for each command")
    func json() async throws {
        try await SignInScene.play { scene in
            // Standard output contains only the document, so the address is on standard error: exchanged here.
            let document = "\(scene.tool.directory.path)/login.json"
            let login = try ChildProcess(
                "/bin/sh",
                ["-c", "exec \"$0\" \"$@\" 3>&1 1>\(document) 2>&3", BuildProducts.executable("keyfob")]
                    + ["login", "--print-url", "--json"] + scene.app, environment: scene.tool.environment)
            try await scene.visit(#require(await login.nextLine()), as: SignInScene.ada)
            #expect(await login.outcome().status == 0)
            let signedIn = try JSONValue(
                parsing: Array(String(contentsOfFile: document, encoding: .utf8).utf8.dropLast()))
            #expect(signedIn["source"] == "interactive")
            #expect(signedIn["accessToken"] == nil)
            #expect(signedIn["account"]?["username"] == "ada@contoso.test")

            let token = try await scene.tool.run(["token", "--json"] + scene.app).document()
            #expect(token["source"] == "cache")
            #expect(token["tokenType"] == "Bearer")
            #expect(token["tenant"] == "11111111-1111-4111-8111-111111111111")
            #expect(token["scopes"]?.arrayValue?.contains("api://files/Files.Read") == true)
            #expect(token["accessToken"]?.stringValue?.split(separator: ".").count == 3)
            let expiry = try Date(#require(token["expiresOn"]?.stringValue), strategy: .iso8601)
            #expect(expiry > Date())
            #expect(token["account"] == signedIn["account"])

            let refreshed = try await scene.tool.run(["token", "--json", "--force-refresh"] + scene.app).document()
            #expect(refreshed["source"] == "refresh")
            #expect(refreshed["accessToken"] != token["accessToken"])

            let accounts = try await scene.tool.run("accounts", "--json").document()["accounts"]?.arrayValue
            let account = try #require(accounts?.first)
            #expect(accounts?.count == 1)
            #expect(account["clientIds"] == ["aaaaaaaa-0000-4000-8000-000000000001"])
            #expect(account["identifier"] == token["account"]?["identifier"])
            #expect(account["tenant"] == "11111111-1111-4111-8111-111111111111")

            let logout = try await scene.tool.run("logout", "--json", "--account", "ada@contoso.test").document()
            #expect(logout["wiped"] == false)
            #expect(logout["account"]?["identifier"] == account["identifier"])
        }
    }

    @Test("login starts the command in BROWSER")
    func browser() async throws {
        try await SignInScene.play { scene in
            var scene = scene
            let pipe = "\(scene.tool.directory.path)/address"
            let script = "\(scene.tool.directory.path)/browser.sh"
            try #require(mkfifo(pipe, 0o600) == 0)
            try Data("printf %s \"$2\" > \(pipe)\n".utf8).write(to: URL(fileURLWithPath: script))
            scene.tool.environment["BROWSER"] = "/bin/sh \(script) --new-window %s"
            let login = try scene.tool.start(["login"] + scene.app)
            let argument = try await ChildProcess.run("/bin/cat", [pipe], environment: scene.tool.environment).output
            let address = try #require(BrowserArgument.destination(of: argument))
            try await scene.visit(address.description, as: SignInScene.ada)
            let outcome = await login.outcome()
            #expect(outcome.status == 0)
            #expect(outcome.output == "Signed in as ada@contoso.test, for api://files/Files.Read.\n")
            #expect(BrowserArgument.destination(of: argument) == nil, "the file is still there")
        }
    }

    @Test("a browser that does not exist exits 1 and points to --print-url")
    func noBrowser() async throws {
        try await SignInScene.play { scene in
            let outcome = try await scene.tool.run(["login", "--json"] + scene.app)
            #expect(outcome.status == 1)
            let error = try #require(try outcome.document()["error"])
            #expect(error["code"] == "userAgentUnavailable")
            #expect(error["remedy"]?.stringValue?.contains("--print-url") == true)
        }
    }

    @Test("login --device-code signs in on another device")
    func deviceCode() async throws {
        try await SignInScene.play { scene in
            let login = try scene.tool.start(["login", "--device-code"] + scene.app)
            let message = try #require(await login.nextLine())
            let words = message.split(separator: " ").map { $0.trimmingCharacters(in: .punctuationCharacters) }
            let address = try #require(words.first { $0.hasPrefix("https://") })
            var person = SignInScene.ada
            person.userCode = words.first {
                $0.count >= 8 && $0.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "-" }
            }
            let visit = try await scene.visit(address, as: person)
            #expect(visit.pages.last == "device-done")
            let outcome = await login.outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try await scene.tool.run(["token"] + scene.app).status == 0)
        }
    }

    @Test("a user who declines sees that, and it exits 1")
    func declined() async throws {
        try await SignInScene.play { scene in
            var person = SignInScene.ada
            person.consents = false
            let outcome = try await scene.logIn(as: person)
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasPrefix("Error: "))
            #expect(try await scene.tool.run(["token"] + scene.app).status == 3)
        }
    }

    @Test("with two accounts, one has to be named: exit 2 until it is")
    func twoAccounts() async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.logIn().status == 0)
            #expect(try await scene.logIn(as: SignInScene.grace, "--prompt", "select_account").status == 0)
            let ambiguous = try await scene.tool.run(["token", "--json"] + scene.app)
            #expect(ambiguous.status == 2)
            #expect(try ambiguous.errorCode() == "ambiguousAccount")
            #expect(ambiguous.output.contains("--account"))
            let named = try await scene.tool.run(["token", "--json", "--account", "grace@contoso.test"] + scene.app)
            #expect(try named.document()["account"]?["username"] == "grace@contoso.test")
            let listed = try await scene.tool.run("accounts", "--json").document()["accounts"]?.arrayValue
            #expect(listed?.map { $0["username"] } == ["ada@contoso.test", "grace@contoso.test"])
        }
    }
}
