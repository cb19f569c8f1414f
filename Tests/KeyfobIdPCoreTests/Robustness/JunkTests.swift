import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Bad input", .onEveryStore)
struct JunkTests {
    private static let paths = [
        "/common/oauth2/v2.0/authorize", "/common/oauth2/authorize", "/common/oauth2/v2.0/token",
        "/common/oauth2/token", "/common/oauth2/v2.0/devicecode", "/common/oauth2/devicecode",
        "/common/oauth2/deviceauth", "/common/login", "/common/account", "/common/consent", "/oidc/userinfo",
        "/common/oauth2/v2.0/logout", "/common/discovery/instance", "/common/v2.0/.well-known/openid-configuration",
        "/common/.well-known/openid-configuration", "/common/discovery/v2.0/keys", "/common/userrealm/a@b",
        "/v1.0/users", "/v1.0/applications", "/_admin/clock", "/_admin/trace", "/_admin/force-error",
        "/_admin/what-if", "/_admin/users/x/authenticator", "/healthz", "/", "/%2e%2e/x", "/x/oauth2/v2.0/token",
    ]
    private static let pieces = [
        "client_id", "=", "&", "grant_type", "refresh_token", "authorization_code", "code", "%", "%zz", "%ff", "scope",
        "openid", "flow", "passwd", "{", "}", "\"", "[", "9999999999999999999999", "null", "-1", "redirect_uri",
        "http://localhost", "response_type", SeedData.suiteClientID, ";", "+", "\u{0}", "é", "api://files/.default",
        "advance_seconds", ":", ",", "user", "endpoint", "count", "code_challenge", "id_token_hint", "a.b.c",
    ]

    @Test("Seeded junk gets a response below 500 at every address", arguments: [1, 2, 3, 4] as [UInt64])
    func junk(seed: UInt64) async throws {
        let fixture = try await ProviderFixture()
        let random = SeededRandomSource(seed: seed)
        func number(_ bound: Int) -> Int { Int(random.bytes(2).reduce(0) { $0 << 8 | Int($1) }) % bound }
        let methods: [HTTPMethod] = [.get, .post, .patch, .put, .delete, .options, .head]
        for _ in 0..<600 {
            let path = Self.paths[number(Self.paths.count)]
            let text = (0..<number(14)).map { _ in Self.pieces[number(Self.pieces.count)] }.joined()
            let query = number(2) == 0 ? PercentEncoding.encode(text).replacing("%3D", with: "=") : nil
            var request = HTTPRequest(
                method: methods[number(methods.count)],
                url: fixture.provider.base.with(path: path, query: query?.replacing("%26", with: "&")))
            request.fields.set(
                "Content-Type", number(4) == 0 ? "application/json" : "application/x-www-form-urlencoded")
            if number(3) == 0 { request.fields.set("Authorization", "Bearer \(text)") }
            if number(3) == 0 { request.fields.set("Cookie", "__Host-esctx=\(text); __Host-ESTSAUTH=\(text)") }
            request.body = number(5) == 0 ? random.bytes(number(200)) : Array(text.utf8)
            let response = try await fixture.provider.send(request)
            #expect(response.status < 500, "\(request.method) \(path) seed \(seed)")
        }
    }

    @Test("Junk with the admin's token gets a clear refusal", arguments: [5, 6] as [UInt64])
    func adminJunk(seed: UInt64) async throws {
        let fixture = try await ProviderFixture()
        let random = SeededRandomSource(seed: seed)
        func number(_ bound: Int) -> Int { Int(random.bytes(2).reduce(0) { $0 << 8 | Int($1) }) % bound }
        let bodies: [JSONValue] = [
            .null, [], [:], "x", 5, ["user": 5], ["user": "nobody"], ["advance_seconds": "x"],
            ["advance_seconds": 9_000_000_000_000_000_000], ["endpoint": "token", "count": -1],
            ["userPrincipalName": "x"], ["displayName": "x", "publicClient": 5], ["partialConsent": "x"],
            ["displayName": "x", "publicClient": ["redirectUris": ["javascript:alert(1)"]]],
        ]
        let paths = [
            "v1.0/users", "v1.0/users/x", "v1.0/applications", "v1.0/applications/x", "v1.0/invitations",
            "_admin/users/x/authenticator", "_admin/clock", "_admin/force-error", "_admin/refresh-tokens/expire",
            "_admin/what-if", "_admin/apply",
        ]
        for _ in 0..<200 {
            let path = paths[number(paths.count)]
            let method: HTTPMethod = number(2) == 0 ? .post : .patch
            do {
                try await fixture.provider.admin.call(method, "/\(path)", bodies[number(bodies.count)])
            } catch let refusal as AdminClient.Refusal {
                #expect((400..<500).contains(refusal.status), "\(method) \(path)")
            }
        }
    }

    @Test("A body above 1 MiB is not read")
    func bigBody() async throws {
        let fixture = try await ProviderFixture()
        let request = HTTPRequest(
            method: .post, url: try fixture.url("/common/oauth2/v2.0/token"),
            fields: ["Content-Type": "application/x-www-form-urlencoded"],
            body: [UInt8](repeating: 0x61, count: (1 << 20) + 1))
        #expect(try await fixture.provider.send(request).status == 413)
    }

    @Test("The token endpoint lists the methods that it accepts, in the platform's format")
    func wrongMethod() async throws {
        let fixture = try await ProviderFixture()
        let response = try await fixture.provider.send(.get(try fixture.url("/common/oauth2/v2.0/token")))
        #expect(response.number == 900561)
        #expect(response.fields["Allow"] == "POST")
    }
}
