import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Refused authorization requests")
struct AuthorizeRefusalTests {
    private func get(_ fixture: ProviderFixture, _ changes: [String: String?], segment: String = "common") async throws
        -> HTTPResponse
    {
        let scope = "openid api://files/Files.Read"
        let url = try fixture.url("/\(segment)/oauth2/v2.0/authorize", fixture.authorization(scope: scope, changes))
        return try await fixture.provider.send(.get(url))
    }

    private func errorNumber(_ response: HTTPResponse) -> Int? {
        let page = HTMLDocument(String(decoding: response.body, as: UTF8.self))
        return page.textByID["error-code"].flatMap { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) }
    }

    @Test(
        "Nothing is sent to a redirect URI that is not registered for the client",
        arguments: [
            (["client_id": "aaaaaaaa-0000-4000-8000-00000000dead"], "common", 700016),
            (["client_id": nil], "common", 900144),
            (["redirect_uri": "https://attacker.test/"], "common", 50011),
            (["redirect_uri": "http://localhost/Contoso-A"], "common", 50011),
            (["redirect_uri": "http://localhost.attacker.test/contoso-a"], "common", 50011),
            (["redirect_uri": "http://localhost/contoso-a?x=1"], "common", 50011),
            (["redirect_uri": "https://localhost/contoso-a"], "common", 50011),
            (["redirect_uri": "http://127.0.0.1/contoso-a"], "common", 50011),
            ([:], "22222222-2222-4222-8222-222222222222", 90002),
            ([:], "consumers", 9002332),
            ([:], "no_such_tenant", 900023),
            (["max_age": "soon"], "common", 90023),
        ] as [([String: String?], String, Int)])
    func pages(changes: [String: String?], segment: String, number: Int) async throws {
        let response = try await get(try await ProviderFixture(), changes, segment: segment)
        #expect(response.status == 400)
        #expect(response.fields["Location"] == nil)
        #expect(errorNumber(response) == number)
    }

    @Test("A repeated parameter is refused")
    func duplicate() async throws {
        let fixture = try await ProviderFixture()
        let url = try fixture.url("/common/oauth2/v2.0/authorize", fixture.authorization(scope: "openid"))
        let twice = url.with(path: url.path, query: (url.query ?? "") + "&scope=openid")
        let response = try await fixture.provider.send(.get(twice))
        #expect(response.status == 400)
        #expect(errorNumber(response) == 90023)
    }

    @Test(
        "Once the redirect URI is known to be the client's, errors are returned to it, with the state",
        arguments: [
            (["response_type": "magic"], "unsupported_response_type"),
            (["code_challenge": nil], "invalid_request"),
            (["code_challenge": "short"], "invalid_request"),
            (["code_challenge_method": "S512"], "invalid_request"),
            (["prompt": "dance"], "invalid_request"),
            (["prompt": "none"], "login_required"),
            (["scope": "api://files/Files.Erase"], "invalid_scope"),
            (["scope": "api://files/.default api://files/Files.Read"], "invalid_scope"),
            (["scope": "api://nowhere/Read"], "invalid_resource"),
            (["resource": "api://files"], "invalid_request"),
        ] as [([String: String?], String)])
    func redirects(changes: [String: String?], error: String) async throws {
        let response = try await get(try await ProviderFixture(), changes)
        #expect(response.status == 303)
        let location = response.fields["Location"] ?? ""
        #expect(location.hasPrefix("http://localhost:51000/contoso-a?"))
        let reply = try FormParameters(parsing: String(location.split(separator: "?", maxSplits: 1).last ?? ""))
        #expect(reply["error"] == error)
        #expect(reply["state"] == "the-state")
    }

    @Test("The strict profile refuses plain challenges, the faithful one accepts them")
    func plainChallenge() async throws {
        let plain = ["code_challenge_method": "plain"]
        let faithful = try await get(try await ProviderFixture(), plain)
        #expect(faithful.status == 200)
        let strict = try await get(try await ProviderFixture { $0.profile = .strict }, plain)
        #expect(strict.fields["Location"]?.contains("error=invalid_request") == true)
    }

    @Test("Pages have a policy without scripts and frames, are not stored, and set cookies that are bound to the host")
    func pageHeaders() async throws {
        let response = try await get(try await ProviderFixture(), [:])
        let policy = response.fields["Content-Security-Policy"] ?? ""
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("script-src") && !policy.contains("unsafe-inline"))
        #expect(policy.hasSuffix("form-action 'self' http: https:"))
        #expect(response.fields["Cache-Control"]?.contains("no-store") == true)
        let cookie = response.fields["Set-Cookie"] ?? ""
        #expect(cookie.hasPrefix("__Host-") && cookie.contains("Secure") && cookie.contains("HttpOnly"))
        #expect(cookie.contains("SameSite=None"))
    }

    @Test("Input that is shown on a page cannot become markup")
    func escaping() async throws {
        let response = try await get(
            try await ProviderFixture(), ["redirect_uri": "http://localhost/\"><script>alert(1)</script>"])
        #expect(!String(decoding: response.body, as: UTF8.self).contains("<script>"))
        let hinted = try await get(try await ProviderFixture(), ["login_hint": "\"><script>alert(1)</script>"])
        #expect(hinted.status == 200)
        #expect(!String(decoding: hinted.body, as: UTF8.self).contains("<script>"))
    }

    @Test("A redirect URI is compared byte for byte, not by equivalent characters")
    func bytes() async throws {
        var fixture = try await ProviderFixture()
        // To Swift the Kelvin sign (U+212A) equals K; as a URI it is a different address.
        let (registered, other) = ("msauth.test.Kiosk://auth", "msauth.test.\u{212A}iosk://auth")
        #expect(registered == other)
        try await fixture.provider.admin.change(
            fixture.clientID, ["publicClient": ["redirectUris": [.string(registered)]]])
        fixture.redirectURI = other
        #expect(try await fixture.signIn().errorNumber == 50011)
        fixture.redirectURI = registered
        #expect(try await fixture.signIn().hasCode)
    }
}
