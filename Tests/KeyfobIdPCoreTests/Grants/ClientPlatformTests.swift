import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Platforms of redirect URIs")
struct ClientPlatformTests {
    private static let page = "https://spa.contoso.test"
    private static let server = "https://app.contoso.test/back"
    private static let scope = "openid profile offline_access api://files/Files.Read"

    private func fixture() async throws -> ProviderFixture {
        let fixture = try await ProviderFixture()
        try await fixture.provider.admin.change(
            fixture.clientID,
            [
                "spa": ["redirectUris": .strings(["\(Self.page)/back", "http://localhost/page"])],
                "web": ["redirectUris": [.string(Self.server)]],
            ])
        return fixture
    }

    private func code(_ fixture: inout ProviderFixture, at redirectURI: String) async throws -> String {
        fixture.redirectURI = redirectURI
        return try ProviderFixture.reply(try await fixture.signIn())["code"] ?? ""
    }

    /// Sends a token request as a page's script does.
    private func send(
        _ fixture: ProviderFixture, _ values: [String: String], from origin: String?, version: String = "/v2.0"
    ) async throws -> HTTPResponse {
        var request = HTTPRequest.form(
            try fixture.url("/common/oauth2\(version)/token"),
            FormParameters([("client_id", fixture.clientID)] + values.map { ($0.key, $0.value) }))
        if let origin { request.fields.set("Origin", origin) }
        return try await fixture.provider.send(request)
    }

    private func redeem(_ fixture: ProviderFixture, _ code: String, from origin: String?) async throws -> HTTPResponse {
        try await send(
            fixture,
            [
                "grant_type": "authorization_code", "code": code, "redirect_uri": fixture.redirectURI,
                "code_verifier": fixture.verifier.value.reveal(),
            ], from: origin)
    }

    private func refresh(_ fixture: ProviderFixture, _ token: String, from origin: String?) async throws -> HTTPResponse
    {
        try await send(
            fixture, ["grant_type": "refresh_token", "refresh_token": token, "scope": Self.scope], from: origin)
    }

    @Test("A server has to authenticate, and no client secrets are supported")
    func web() async throws {
        var fixture = try await fixture()
        let code = try await code(&fixture, at: Self.server)
        let refused = try await redeem(fixture, code, from: nil)
        #expect(refused.status == 401 && refused.number == 7_000_218)
        #expect(refused.json["error"] == "invalid_client")
    }

    @Test("Only the page redeems its own code from its own origin, and can read the response")
    func singlePage() async throws {
        var fixture = try await fixture()
        let code = try await code(&fixture, at: "\(Self.page)/back")
        let answer = try await redeem(fixture, code, from: Self.page)
        #expect(answer.status == 200)
        #expect(answer.fields["Access-Control-Allow-Origin"] == Self.page)
        let again = try await redeem(fixture, code, from: Self.page)
        #expect(again.number == 54005)
        #expect(again.fields["Access-Control-Allow-Origin"] == Self.page, "the page can read errors too")
        let overheard = try await self.code(&fixture, at: "\(Self.page)/back")
        #expect(try await redeem(fixture, overheard, from: nil).number == 9_002_327)
        // At localhost, where a developer's page has any port.
        let local = try await self.code(&fixture, at: "http://localhost:5173/page")
        let atHome = try await redeem(fixture, local, from: "http://localhost:5173")
        #expect(atHome.status == 200)
        #expect(atHome.fields["Access-Control-Allow-Origin"] == "http://localhost:5173")
        // A native app's code is not for pages, and no page of another origin can read the response.
        let apps = try await self.code(&fixture, at: "http://localhost:51000/contoso-a")
        let foreign = try await redeem(fixture, apps, from: "https://evil.test")
        #expect(foreign.number == 9_002_326)
        #expect(foreign.fields["Access-Control-Allow-Origin"] == nil)
    }

    @Test("A page's code without a challenge is refused, even at version 1")
    func withoutChallenge() async throws {
        var fixture = try await fixture()
        fixture.redirectURI = "\(Self.page)/back"
        let visit = try await fixture.signInByADAL(
            resource: "api://files", ["code_challenge": nil, "code_challenge_method": nil])
        let refused = try await send(
            fixture,
            [
                "grant_type": "authorization_code", "code": try ProviderFixture.reply(visit)["code"] ?? "",
                "redirect_uri": fixture.redirectURI,
            ], from: Self.page, version: "")
        #expect(refused.number == 9_002_325)
    }

    @Test(
        "A page's refresh tokens expire a day after the first one despite use, and belong to the page alone")
    func oneDay() async throws {
        var fixture = try await fixture()
        let code = try await code(&fixture, at: "\(Self.page)/back")
        let answer = try await redeem(fixture, code, from: Self.page)
        var token = try TokenResponse(parsing: answer.body).refreshToken?.reveal() ?? ""
        #expect(try await refresh(fixture, token, from: nil).number == 9_002_327)
        for _ in 0..<2 {
            fixture.clock.advance(seconds: 43200)
            let refreshed = try await refresh(fixture, token, from: Self.page)
            #expect(refreshed.status == 200)
            token = try TokenResponse(parsing: refreshed.body).refreshToken?.reveal() ?? ""
        }
        fixture.clock.advance(seconds: 1)
        let ended = try await refresh(fixture, token, from: Self.page)
        #expect(ended.status == 400 && ended.number == 700_084)
    }
}
