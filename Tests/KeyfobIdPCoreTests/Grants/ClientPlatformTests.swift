import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Platforms of redirect URIs")
struct ClientPlatformTests {
    private static let page = "https://spa.contoso.test"
    private static let server = "https://app.contoso.test/back"
    private static let scope = "openid profile offline_access api://files/Files.Read"

    private func desk() async throws -> Desk {
        let desk = try await Desk()
        try await desk.provider.admin.change(
            desk.clientID,
            [
                "spa": ["redirectUris": .strings(["\(Self.page)/back", "http://localhost/page"])],
                "web": ["redirectUris": [.string(Self.server)]],
            ])
        return desk
    }

    private func code(_ desk: inout Desk, at redirectURI: String) async throws -> String {
        desk.redirectURI = redirectURI
        return try Desk.reply(try await desk.signIn())["code"] ?? ""
    }

    /// Sends a token request as a page's script does.
    private func send(
        _ desk: Desk, _ values: [String: String], from origin: String?, version: String = "/v2.0"
    ) async throws -> HTTPResponse {
        var request = HTTPRequest.form(
            try desk.url("/common/oauth2\(version)/token"),
            FormParameters([("client_id", desk.clientID)] + values.map { ($0.key, $0.value) }))
        if let origin { request.fields.set("Origin", origin) }
        return try await desk.provider.send(request)
    }

    private func redeem(_ desk: Desk, _ code: String, from origin: String?) async throws -> HTTPResponse {
        try await send(
            desk,
            [
                "grant_type": "authorization_code", "code": code, "redirect_uri": desk.redirectURI,
                "code_verifier": desk.verifier.value.reveal(),
            ], from: origin)
    }

    private func refresh(_ desk: Desk, _ token: String, from origin: String?) async throws -> HTTPResponse {
        try await send(
            desk, ["grant_type": "refresh_token", "refresh_token": token, "scope": Self.scope], from: origin)
    }

    @Test("A server has to authenticate, and no client secrets are supported")
    func web() async throws {
        var desk = try await desk()
        let code = try await code(&desk, at: Self.server)
        let refused = try await redeem(desk, code, from: nil)
        #expect(refused.status == 401 && refused.number == 7_000_218)
        #expect(refused.json["error"] == "invalid_client")
    }

    @Test("Only the page redeems its own code from its own origin, and can read the response")
    func singlePage() async throws {
        var desk = try await desk()
        let code = try await code(&desk, at: "\(Self.page)/back")
        let answer = try await redeem(desk, code, from: Self.page)
        #expect(answer.status == 200)
        #expect(answer.fields["Access-Control-Allow-Origin"] == Self.page)
        let again = try await redeem(desk, code, from: Self.page)
        #expect(again.number == 54005)
        #expect(again.fields["Access-Control-Allow-Origin"] == Self.page, "the page can read errors too")
        let overheard = try await self.code(&desk, at: "\(Self.page)/back")
        #expect(try await redeem(desk, overheard, from: nil).number == 9_002_327)
        // At localhost, where a developer's page has any port.
        let local = try await self.code(&desk, at: "http://localhost:5173/page")
        let atHome = try await redeem(desk, local, from: "http://localhost:5173")
        #expect(atHome.status == 200)
        #expect(atHome.fields["Access-Control-Allow-Origin"] == "http://localhost:5173")
        // A native app's code is not for pages, and no page of another origin can read the response.
        let apps = try await self.code(&desk, at: "http://localhost:51000/contoso-a")
        let foreign = try await redeem(desk, apps, from: "https://evil.test")
        #expect(foreign.number == 9_002_326)
        #expect(foreign.fields["Access-Control-Allow-Origin"] == nil)
    }

    @Test("A page's code without a challenge is refused, even at version 1")
    func withoutChallenge() async throws {
        var desk = try await desk()
        desk.redirectURI = "\(Self.page)/back"
        let visit = try await desk.signInV1(
            resource: "api://files", ["code_challenge": nil, "code_challenge_method": nil])
        let refused = try await send(
            desk,
            [
                "grant_type": "authorization_code", "code": try Desk.reply(visit)["code"] ?? "",
                "redirect_uri": desk.redirectURI,
            ], from: Self.page, version: "")
        #expect(refused.number == 9_002_325)
    }

    @Test(
        "A page's refresh tokens expire a day after the first one despite use, and belong to the page alone")
    func oneDay() async throws {
        var desk = try await desk()
        let code = try await code(&desk, at: "\(Self.page)/back")
        let answer = try await redeem(desk, code, from: Self.page)
        var token = try TokenResponse(parsing: answer.body).refreshToken?.reveal() ?? ""
        #expect(try await refresh(desk, token, from: nil).number == 9_002_327)
        for _ in 0..<2 {
            desk.clock.advance(seconds: 43200)
            let refreshed = try await refresh(desk, token, from: Self.page)
            #expect(refreshed.status == 200)
            token = try TokenResponse(parsing: refreshed.body).refreshToken?.reveal() ?? ""
        }
        desk.clock.advance(seconds: 1)
        let ended = try await refresh(desk, token, from: Self.page)
        #expect(ended.status == 400 && ended.number == 700_084)
    }
}
