import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("What --verbose, --trace and KEYFOB_LOG show")
struct DiagnosticTests {
    /// Nothing in the output that a report must not contain.
    private func expectNoSecrets(_ outcome: ChildProcess.Outcome, _ secrets: [String]) {
        for secret in secrets {
            #expect(!outcome.errors.contains(secret), "\(secret.prefix(8))… in \(outcome.errors)")
        }
    }

    @Test("--trace shows requests and responses on standard error, and no token, code, password or user name")
    func trace() async throws {
        try await SignInScene.play { scene in
            let signIn = try await scene.logIn(as: SignInScene.ada, "--trace")
            #expect(signIn.status == 0, "\(signIn.errors)")
            #expect(signIn.errors.contains("grant_type=authorization_code") && signIn.errors.contains("status 200"))
            #expect(signIn.errors.contains("\n    code=(") && signIn.errors.contains("\n    access_token: ("))

            let token = try await scene.tool.run(["token", "--trace", "--force-refresh", "--json"] + scene.app)
            #expect(token.status == 0, "\(token.errors)")
            #expect(token.errors.contains("grant_type=refresh_token"))
            let document = try token.document()
            let access = try #require(document["accessToken"]?.stringValue)
            let account = try #require(document["account"]?["identifier"]?.stringValue)
            for outcome in [signIn, token] {
                expectNoSecrets(outcome, [access, "ada@", account, SignInScene.ada.password.reveal(), "eyJ"])
            }
        }
    }

    @Test("--verbose shows what is decided, and -v and KEYFOB_LOG are the same; standard output stays the token alone")
    func verbose() async throws {
        try await SignInScene.play { scene in
            try await scene.logIn()
            let plain = try await scene.tool.run(["token"] + scene.app)
            #expect(plain.status == 0 && plain.errors.isEmpty)
            for flag in ["--verbose", "-v"] {
                let outcome = try await scene.tool.run(["token", flag] + scene.app)
                #expect(outcome.output == plain.output && outcome.errors.hasPrefix("["), "\(outcome.errors)")
                expectNoSecrets(outcome, ["ada@", String(plain.output.dropLast())])
            }
            let fresh = try await scene.tool.run(["token", "-v", "--force-refresh"] + scene.app)
            #expect(fresh.errors.contains("the network") && !fresh.errors.contains("grant_type"), "\(fresh.errors)")

            var tool = scene.tool
            tool.environment["KEYFOB_LOG"] = "trace"
            let traced = try await tool.run(["exec", "--force-refresh"] + scene.app + ["--", "/bin/true"])
            #expect(traced.status == 0 && traced.errors.contains("grant_type=refresh_token"), "\(traced.errors)")
            tool.environment["KEYFOB_LOG"] = "loud"
            let wrong = try await tool.run(["token"] + scene.app)
            #expect(wrong.status == 2 && wrong.errors.contains("KEYFOB_LOG is 'loud'. Set it to verbose or trace"))
        }
    }

    @Test("--trace shows a request that got no response, and its reason")
    func failure() async throws {
        try await SignInScene.play { scene in
            try await scene.logIn()
            await scene.provider.stop()
            let outcome = try await scene.tool.run(["token", "--trace", "--force-refresh"] + scene.app)
            #expect(
                outcome.status == 1 && outcome.errors.contains("request 1 failed: cannotConnect"), "\(outcome.errors)")
        }
    }
}
