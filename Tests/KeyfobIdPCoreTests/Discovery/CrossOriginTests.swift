import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Pages of other origins")
struct CrossOriginTests {
    private func preflight(
        _ fixture: ProviderFixture, _ path: String, _ changes: [String: String?] = [:]
    ) async throws -> HTTPResponse {
        var request = HTTPRequest(method: .options, url: try fixture.url(path))
        var fields: [String: String] = [
            "Origin": "https://spa.test", "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "x-anchormailbox, content-type",
        ]
        for (name, value) in changes { fields[name] = value }
        for (name, value) in fields { request.fields.set(name, value) }
        return try await fixture.provider.send(request)
    }

    @Test(
        "A browser may ask before it sends fields of its own",
        arguments: [
            ("/common/oauth2/v2.0/token", "POST"), ("/common/oauth2/token", "POST"),
            ("/common/v2.0/.well-known/openid-configuration", "GET"), ("/common/discovery/v2.0/keys", "GET"),
            ("/common/discovery/instance", "GET"), ("/oidc/userinfo", "GET"),
        ])
    func preflight(path: String, method: String) async throws {
        let fixture = try await ProviderFixture()
        let response = try await preflight(fixture, path)
        #expect(response.status == 200)
        #expect(response.fields["Access-Control-Allow-Origin"] == "*")
        #expect(response.fields["Access-Control-Allow-Methods"]?.contains(method) == true)
        #expect(response.fields["Access-Control-Allow-Headers"] == "x-anchormailbox, content-type")
        // With credentials a browser would send the session's cookie.
        #expect(response.fields["Access-Control-Allow-Credentials"] == nil)
    }

    @Test(
        "The pages, the admin API and everything else stay closed to other origins",
        arguments: ["/common/oauth2/v2.0/authorize", "/common/login", "/_admin/clock", "/common/oauth2/v2.0/logout"])
    func closed(path: String) async throws {
        let fixture = try await ProviderFixture()
        let response = try await preflight(fixture, path)
        #expect(response.status >= 400)
        #expect(response.fields["Access-Control-Allow-Origin"] == nil)
        #expect(try await preflight(fixture, "/common/oauth2/v2.0/token", ["Origin": nil]).status == 400)
        let junk = try await preflight(
            fixture, "/common/oauth2/v2.0/token", ["Access-Control-Request-Headers": "a;b, é, ok , x y"])
        #expect(junk.fields["Access-Control-Allow-Headers"] == "ok")
    }

    @Test("Every page reads metadata, keys and instance discovery, also their errors; tokens only the app's own pages")
    func reading() async throws {
        let fixture = try await ProviderFixture()
        let nowhere = "/nowhere.test/v2.0/.well-known/openid-configuration"
        for path in [
            "/common/v2.0/.well-known/openid-configuration", "/common/discovery/v2.0/keys",
            "/common/discovery/instance", nowhere, "/oidc/userinfo",
        ] {
            let response = try await fixture.provider.send(.get(try fixture.url(path)))
            #expect(response.fields["Access-Control-Allow-Origin"] == "*", "\(path)")
        }
        var request = HTTPRequest.form(
            try fixture.url("/common/oauth2/v2.0/token"),
            FormParameters([("client_id", fixture.clientID), ("grant_type", "refresh_token")]))
        request.fields.set("Origin", "https://spa.test")
        #expect(try await fixture.provider.send(request).fields["Access-Control-Allow-Origin"] == nil)
        try await fixture.provider.admin.change(
            fixture.clientID, ["spa": ["redirectUris": ["https://spa.test/callback"]]])
        let allowed = try await fixture.provider.send(request)
        #expect(allowed.fields["Access-Control-Allow-Origin"] == "https://spa.test")
        #expect(allowed.fields["Vary"] == "Origin")
    }
}
