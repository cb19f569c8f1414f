import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("A server too busy for the tool", .timeLimit(.minutes(5)))
struct LateServerTests {
    @Test(
        "A wait requested of one run applies to the next one, which sends nothing and prints the remaining time",
        arguments: [false, true])
    func remainingWait(inFile: Bool) async throws {
        try await SignInScene.play { scene in
            let file = "\(scene.tool.directory.path)/cache.json"
            let store = inFile ? ["--cache-file", file] : []
            let login =
                inFile ? try await scene.logIn(as: SignInScene.ada, "--cache-file", file) : try await scene.logIn()
            #expect(login.status == 0, "\(login.errors)")
            let admin = try await scene.provider.admin()
            // One request meets the fault, and the next would succeed.
            try await admin.order(.status(429, retryAfter: 600), at: "token")
            let first = try await scene.tool.run(["token", "--force-refresh", "--json"] + scene.app + store)
            #expect(try first.status == 1 && first.errorCode() == "throttled", "\(first)")
            let second = try await scene.tool.run(["token", "--force-refresh", "--json"] + scene.app + store)
            #expect(try second.status == 1 && second.errorCode() == "throttled", "\(second)")
            let rest = try second.document()["error"]?["retryAfter"]?.integerValue
            #expect(rest.map { (1...600).contains($0) } == true, "\(second)")
            #expect(try await admin.count("tokens_refreshed") == 0)
            let refused = try await scene.tool.run(["token", "--force-refresh"] + scene.app + store)
            #expect(refused.status == 1 && refused.errors.contains("Try again in "), "\(refused)")
        }
    }

    @Test("A response after the tool has reported the timeout is still stored")
    func late() async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.logIn().status == 0)
            let before = try await scene.tool.run(["token"] + scene.app)
            #expect(before.status == 0, "\(before.errors)")
            let admin = try await scene.provider.admin()
            // The tool waits half a minute for a response.
            try await admin.order(.late(milliseconds: 35_000), at: "token")
            let late = try await scene.tool.run(["token", "--force-refresh"] + scene.app)
            #expect(late.status == 1 && late.errors.contains("did not respond in full"), "\(late)")
            let after = try await scene.tool.run(["token"] + scene.app)
            #expect(after.status == 0 && after.output != before.output, "\(after.errors)")
            #expect(try await admin.count("tokens_refreshed") == 1)
        }
    }
}
