import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("keyfob logout --revoke")
struct LogoutRevokeTests {
    @Test(
        "where the provider offers no revocation, the account is signed out here, the reason is said, and the status is 1"
    )
    func notOffered() async throws {
        try await SignInScene.play { scene in
            try await scene.logIn()
            let outcome = try await scene.tool.run("logout", "--account", "ada@contoso.test", "--revoke")
            #expect(outcome.status == 1 && outcome.output == "Signed out ada@contoso.test.\n", "\(outcome.output)")
            #expect(outcome.errors.contains("were not revoked") && outcome.errors.contains("no revocation endpoint"))
            #expect(try await scene.tool.run("accounts", "--json").document()["accounts"] == [])

            try await scene.logIn()
            let json = try await scene.tool.run("logout", "--all", "--revoke", "--json")
            let document = try json.document()
            #expect(json.status == 1 && document["revoked"] == false)
            #expect(document["failures"]?.arrayValue?.first?["code"] == "configuration")
            #expect(document["accounts"]?.arrayValue?.count == 1)
            #expect(try await scene.tool.run("accounts", "--json").document()["accounts"] == [])
        }
    }

    @Test("where the provider cannot be reached, the account is signed out here too")
    func unreachable() async throws {
        try await SignInScene.play { scene in
            try await scene.logIn()
            await scene.provider.stop()
            let outcome = try await scene.tool.run("logout", "--account", "ada@contoso.test", "--revoke")
            #expect(outcome.status == 1 && outcome.errors.contains("were not revoked"), "\(outcome.errors)")
            #expect(try await scene.tool.run("accounts", "--json").document()["accounts"] == [])
        }
    }

    @Test("without an account nothing is requested; --wipe and --revoke exclude each other")
    func nothing() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let none = try await tool.run("logout", "--all", "--revoke")
        #expect(none.status == 0 && none.errors == "No user is signed in.\n")
        let both = try await tool.run("logout", "--all", "--revoke", "--wipe")
        #expect(both.status == 2 && both.errors.contains("--wipe afterwards"))
    }
}
