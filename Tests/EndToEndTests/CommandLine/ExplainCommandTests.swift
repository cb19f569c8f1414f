import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("keyfob explain")
struct ExplainCommandTests {
    private let scope = ["--scope", "api://files/Files.Read"]

    @Test("shows the decision of a silent call and its reasons, from the store alone, and with --network the response")
    func story() async throws {
        try await SignInScene.play { scene in
            let nobody = try await scene.tool.run(["explain", "--json"] + scope)
            #expect(nobody.status == 3)
            #expect(try nobody.errorCode() == "interactionRequired")
            try await scene.logIn()
            let stored = try await scene.tool.run(["explain", "--account", "ada@contoso.test", "--json"] + scope)
            #expect(stored.status == 0)
            let document = try stored.document()
            #expect(document["step"] == "serveStored")
            #expect(document["reasons"] == ["valid"])
            #expect(document["inputs"]?["refreshToken"] == "own")
            #expect(document["inputs"]?["network"] == "notAsked")
            let token = try await scene.tool.run(["token"] + scene.app).output.trimmingCharacters(
                in: .whitespacesAndNewlines)
            #expect(!token.isEmpty && !stored.output.contains(token))
            let words = try await scene.tool.run(["explain", "--force-refresh"] + scope)
            #expect(words.status == 0)
            #expect(words.output.hasPrefix("Decision: a token is requested"))
            #expect(
                words.output.contains("A fresh token was requested.") && words.output.contains("Stored token: for "))
            let asked = try await scene.tool.run(["explain", "--force-refresh", "--network", "--json"] + scope)
            #expect(asked.status == 0)
            #expect(try asked.document()["step"] == "serveFresh")
            #expect(try asked.document()["inputs"]?["network"] == "up")
            await scene.provider.stop()
            // The store can show the decision without the provider; a request needs it.
            #expect(try await scene.tool.run(["explain"] + scope).status == 0)
            let down = try await scene.tool.run(["explain", "--force-refresh", "--network", "--json"] + scope)
            #expect(down.status == 1)
            #expect(try down.document()["step"] == "fail")
            #expect(try down.document()["error"] == "network")
        }
    }

    @Test(
        "wrong use exits 2",
        arguments: [["explain"], ["explain", "--scope", " "], ["explain", "--scope", "s", "--bogus"]])
    func wrongUse(_ arguments: [String]) async throws {
        let tool = try Tool()
        #expect(try await tool.run(arguments).status == 2)
        tool.remove()
    }
}
