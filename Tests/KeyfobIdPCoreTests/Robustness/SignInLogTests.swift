import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The sign-in log and unauthenticated requests")
struct SignInLogTests {
    @Test("Every field of a refused request is logged truncated to 1 KiB")
    func cut() async throws {
        let fixture = try await ProviderFixture()
        let long = String(repeating: "ü", count: 14_000)
        let api = "api://\(long)/read"
        let requests: [(String, [(String, String)])] = [
            ("token", [("grant_type", "refresh_token"), ("client_id", fixture.clientID), ("scope", api)]),
            ("devicecode", [("client_id", fixture.clientID), ("scope", api)]),
            ("token", [("grant_type", long), ("client_id", long), ("redirect_uri", long)]),
            ("devicecode", [("client_id", long)]),
        ]
        for (path, form) in requests {
            let form = path == "token" ? form + [("refresh_token", "x")] : form
            let answer = try await fixture.token(form, path: "/common/oauth2/v2.0/\(path)")
            #expect(answer.status == 400)
        }
        for redirect in ["http://localhost/\(long.prefix(4000))", "x:\(long.prefix(4000))"] {
            let changes = ["redirect_uri": redirect, "login_hint": String(long.prefix(4000))]
            let page = try await fixture.provider.send(
                .get(try fixture.url("/common/oauth2/v2.0/authorize", fixture.authorization(scope: "openid", changes))))
            #expect(page.status < 500)
        }
        let entries = try await fixture.provider.store.transaction { try $0.signIns(after: 0, limit: 1000) }
        #expect(entries.count >= 5)
        for entry in entries {
            let texts: [String?] = [
                entry.clientID, entry.redirectURI, entry.user, entry.tenantID, entry.resource, entry.correlationID,
                entry.detail, entry.callerBundleID, entry.callerAssurance, entry.deviceID,
                entry.scopes.joined(separator: " "),
            ]
            #expect(texts.allSatisfy { ($0?.utf8.count ?? 0) <= 1024 })
        }
    }
}
