import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Profiles of the command line")
struct ProfileTests {
    @Test("a profile takes the place of the flags in login, token, explain, accounts and logout")
    func story() async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.tool.run(["config", "add", "work"] + scene.app).status == 0)
            let before = try await scene.tool.run("token", "work")
            #expect(before.status == 3 && before.errors.contains("\"keyfob login work\""), "\(before.errors)")
            let login = try await scene.logIn(["work"])
            #expect(login.status == 0 && login.output.contains("Signed in as ada@contoso.test"), "\(login.errors)")
            let token = try await scene.tool.run("token", "work")
            #expect(token.status == 0, "\(token.errors)")
            #expect(try await scene.tool.run(["token"] + scene.app).output == token.output)
            let explained = try await scene.tool.run("explain", "work", "--json").document()
            #expect(explained["step"] == "serveStored")
            #expect(try await scene.tool.run("explain", "work", "--force-refresh", "--network").status == 0)
            #expect(try await scene.tool.run("accounts", "work").output.contains("ada@contoso.test"))
            #expect(try await scene.tool.run("accounts", "google").output.isEmpty)
            let forced = try await scene.tool.run("token", "work", "--force-refresh", "--json").document()
            #expect(forced["source"] == "refresh")
            let logout = try await scene.tool.run("logout", "work")
            #expect(logout.status == 0 && logout.output == "Signed out ada@contoso.test.\n", "\(logout.errors)")
            #expect(try await scene.tool.run("token", "work").status == 3)
            #expect(try await scene.tool.run("logout", "work", "--json").errorCode() == "accountNotFound")
        }
    }

    @Test("flags take precedence over variables, and those over the profile, value by value")
    func precedence() async throws {
        try await SignInScene.play { scene in
            var tool = scene.tool
            #expect(try await scene.logIn().status == 0)
            func add(_ name: String, _ arguments: String...) async throws {
                let outcome = try await tool.run(["config", "add", name] + arguments)
                try #require(outcome.status == 0, "\(outcome.errors)")
            }
            let (id, authority, scope) = (scene.app[1], scene.app[3], scene.app[5])
            try await add("wrong", "--provider", "google", "--client-id", "other", "--scope", "nothing")
            try await add("scoped", "--authority", authority, "--client-id", id, "--scope", "nothing", "--default")
            #expect(try await tool.run(["token", "wrong"] + scene.app).status == 0)
            #expect(try await tool.run("token", "scoped", "--scope", scope).status == 0)
            // Without a name and a client the default profile is used.
            #expect(try await tool.run("token", "--scope", scope).status == 0)
            tool.environment["KEYFOB_SCOPE"] = scope
            #expect(try await tool.run("token").status == 0)
            #expect(try await tool.run("token", "wrong").status == 3)
            tool.environment["KEYFOB_PROFILE"] = "wrong"
            #expect(try await tool.run("token").status == 3)
            tool.environment["KEYFOB_CLIENT_ID"] = id
            tool.environment["KEYFOB_AUTHORITY"] = authority
            #expect(try await tool.run("token").status == 0)
            tool.environment["KEYFOB_PROFILE"] = nil
            #expect(try await tool.run("token").status == 0)
            #expect(try await tool.run("token", "--client-id", "other").status == 3)
            tool.environment["KEYFOB_ISSUER"] = "https://a.example"
            let two = try await tool.run("token")
            #expect(two.status == 2 && two.errors.contains("KEYFOB_ISSUER and KEYFOB_AUTHORITY"), "\(two.errors)")
        }
    }

    @Test("a call with a client id reads no configuration, even a damaged one")
    func untouched() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let folder = "\(tool.directory.path)/person/.config/keyfob"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "bogus: [".write(toFile: "\(folder)/config.yaml", atomically: false, encoding: .utf8)
        #expect(try await tool.run(["token"] + FailingSignIn.app).status == 3)
        #expect(try await tool.run("accounts").status == 0)
        #expect(try await tool.run("logout", "--account", "a").status == 1)
        #expect(try await tool.run("token", "work").status == 4)
    }

    @Test("an unknown profile is wrong use, and the nearest one is named")
    func unknown() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        #expect(try await tool.run("config", "add", "work", "--provider", "google", "--client-id", "x").status == 0)
        for command in ["token", "login", "explain", "accounts", "logout"] {
            let outcome = try await tool.run(command, "wrok")
            #expect(outcome.status == 2, "\(command)")
            #expect(
                outcome.errors.contains("There is no profile 'wrok'. Did you mean 'work'? The only profile is work."),
                "\(outcome.errors)")
            #expect(try await tool.run(command, "wrok", "--json").errorCode() == "wrongUse")
        }
        let google = try await tool.run("token", "gogle")
        #expect(google.errors.contains("Did you mean 'google'?"))
        let far = try await tool.run("token", "something-else")
        #expect(far.status == 2 && !far.errors.contains("Did you mean"))
    }

    @Test("a built-in name has a provider and needs a client id; a profile of the same name takes its place")
    func builtIn() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        for name in ["entra", "google", "gitlab", "local"] {
            let bare = try await tool.run("token", name, "--scope", "s")
            #expect(bare.status == 2 && bare.errors.contains("'\(name)' has no client id"), "\(bare.errors)")
            #expect(bare.errors.contains("--provider \(name)"))
        }
        let token = try await tool.run("token", "gitlab", "--client-id", "x", "--scope", "read_api")
        #expect(token.status == 3 && token.errors.contains("gitlab.com"), "\(token.errors)")
        let add = ["config", "add", "gitlab", "--issuer", "https://git.example", "--client-id", "x", "--scope", "s"]
        #expect(try await tool.run(add).status == 0)
        #expect(try await tool.run("token", "gitlab").errors.contains("git.example"))
    }

    @Test("a profile with an issuer signs in at an OpenID provider")
    func issuer() async throws {
        try await SignInScene.play { scene in
            let transport = try await scene.provider.transport()
            let metadata = try await transport.send(
                .get(
                    try await scene.provider.baseURL().with(path: "/contoso.test/v2.0/.well-known/openid-configuration")
                ))
            let issuer = try #require(try JSONValue(parsing: metadata.body)["issuer"]?.stringValue)
            let added = try await scene.tool.run(
                "config", "add", "own", "--issuer", issuer, "--client-id", scene.app[1], "--scope",
                "openid profile \(scene.app[5])")
            #expect(added.status == 0, "\(added.errors)")
            let login = try await scene.logIn(["own"])
            #expect(login.status == 0, "\(login.errors)")
            // Without a profile the account's own issuer is meant.
            let explained = try await scene.tool.run("explain", "--scope", scene.app[5])
            #expect(explained.status == 0, "\(explained.errors)")
            #expect(explained.output.contains(issuer), "\(explained.output)")
            #expect(try await scene.tool.run("config", "default", "own").status == 0)
            #expect(try await scene.tool.run("token").status == 0)
            #expect(try await scene.tool.run("token", "own", "--force-refresh").status == 0)
            // Another issuer at the same host has other accounts.
            let other = issuer.replacing(/[0-9a-f]{8}-/, with: "99999999-")
            let add = [
                "config", "add", "other", "--issuer", other, "--client-id", scene.app[1], "--scope", scene.app[5],
            ]
            #expect(try await scene.tool.run(add).status == 0 && other != issuer)
            #expect(try await scene.tool.run("accounts", "own").output.contains("ada@contoso.test"))
            #expect(try await scene.tool.run("accounts", "other").output.isEmpty)
            #expect(try await scene.tool.run("token", "other").status == 3)
            #expect(try await scene.tool.run("logout", "other").status == 1)
            #expect(try await scene.tool.run("logout").status == 0)
            #expect(try await scene.tool.run("token").status == 3)
        }
    }

    @Test("a client's secret comes from a file that only its user can read, or from the environment, and is not shown")
    func secret() async throws {
        try await SignInScene.play { scene in
            var scene = scene
            let transport = try await scene.provider.transport()
            let metadata = try await transport.send(
                .get(scene.provider.baseURL().with(path: "/contoso.test/v2.0/.well-known/openid-configuration")))
            let issuer = try #require(try JSONValue(parsing: metadata.body)["issuer"]?.stringValue)
            let file = "\(scene.tool.directory.path)/person/.config/keyfob/secret"
            let added = try await scene.tool.run(
                "config", "add", "own", "--issuer", issuer, "--client-id", scene.app[1], "--scope", scene.app[5],
                "--client-secret-file", file)
            #expect(added.status == 0, "\(added.errors)")
            let missing = try await scene.tool.run("login", "own", "--print-url")
            #expect(missing.status == 4 && missing.errors.contains("cannot be read"), "\(missing.errors)")
            try "hunter2\n".write(toFile: file, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            let open = try await scene.tool.run("login", "own", "--print-url")
            #expect(open.status == 4 && open.errors.contains("chmod 600 \(file)"), "\(open.errors)")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            // The registration is a public client's, so that the server's refusal shows that the secret arrived.
            for variable in [nil, "hunter2"] {
                scene.tool.environment["KEYFOB_CLIENT_SECRET"] = variable
                let refused = try await scene.logIn(["own"])
                #expect(refused.status != 0 && refused.errors.contains("AADSTS700025"), "\(refused.errors)")
                #expect(!refused.errors.contains("hunter2") && !refused.output.contains("hunter2"))
                try FileManager.default.removeItem(atPath: file)
                try Data().write(to: URL(fileURLWithPath: file))
            }
        }
    }

    @Test("the parameters of a profile are in the authorization request, and a flag replaces one")
    func parameters() async throws {
        try await SignInScene.play { scene in
            let added = try await scene.tool.run(
                [
                    "config", "add", "work", "--parameter", "hd=contoso.test", "--parameter", "access_type=online",
                    "--account", "ada@contoso.test",
                ] + scene.app)
            #expect(added.status == 0, "\(added.errors)")
            let login = try scene.tool.start(
                ["login", "work", "--print-url", "--parameter", "access_type=offline"])
            let address = try #require(await login.nextLine())
            #expect(address.contains("hd=contoso.test") && address.contains("access_type=offline"), "\(address)")
            #expect(address.contains("login_hint=ada%40contoso.test"), "\(address)")
            login.terminate()
            _ = await login.outcome()
        }
    }

    @Test("logout --all removes every account")
    func everyAccount() async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.logIn().status == 0)
            #expect(try await scene.logIn(as: SignInScene.grace, "--prompt", "select_account").status == 0)
            let other = try await scene.tool.run("logout", "--all", "--client-id", "other")
            #expect(other.status == 0 && other.errors.contains("No user is signed in."))
            let all = try await scene.tool.run("logout", "--all", "--json")
            #expect(all.status == 0, "\(all.errors)")
            #expect(try all.document()["accounts"]?.arrayValue?.count == 2)
            #expect(try await scene.tool.run("accounts").output.isEmpty)
            #expect(try await scene.tool.run(["token"] + scene.app).status == 3)
            let wiped = try await scene.tool.run("logout", "--all", "--wipe")
            #expect(wiped.status == 0 && wiped.output.contains("Wiped "), "\(wiped)")
            #expect(try await scene.tool.run("logout", "--all", "--account", "a").status == 2)
        }
    }

    @Test(
        "an unknown command is answered with the nearest one", arguments: [("tokne", "token"), ("acounts", "accounts")])
    func command(written: String, meant: String) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let outcome = try await tool.run(written)
        #expect(outcome.status == 2 && outcome.errors.hasSuffix("Did you mean '\(meant)'?\n"), "\(outcome.errors)")
        #expect(try await !tool.run("zzzzzz").errors.contains("Did you mean"))
        let nested = try await tool.run("config", "ad", "work")
        #expect(nested.status == 2 && nested.errors.hasSuffix("Did you mean 'add'?\n"), "\(nested.errors)")
    }
}
