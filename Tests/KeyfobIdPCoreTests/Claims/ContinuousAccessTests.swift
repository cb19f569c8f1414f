import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Claims, capabilities and continuous access")
struct ContinuousAccessTests {
    private static let capable: [String: String?] = [
        "claims": #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#
    ]
    private static let scope = "openid profile offline_access api://files/Files.ReadWrite"

    /// The tokens of a client that declares capabilities.
    private func tokens(
        _ fixture: inout ProviderFixture, _ changes: [String: String?] = capable, scope: String = scope
    ) async throws -> TokenResponse {
        let visit = try await fixture.signIn(scope: scope, changes)
        return try TokenResponse(parsing: try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").body)
    }

    @Test("A client that handles challenges gets a token for a day, and the API learns its capabilities from the token")
    func longTokens() async throws {
        var fixture = try await ProviderFixture()
        let short = try await fixture.tokens()
        #expect((3600...5399).contains(short.expiresIn ?? 0))
        #expect(short.refreshIn == nil)
        #expect(try await fixture.claims(short.accessToken)["xms_cc"] == nil)
        let long = try await tokens(&fixture)
        #expect((72_000...100_800).contains(long.expiresIn ?? 0))
        #expect(long.refreshIn == (long.expiresIn ?? 0) / 2)
        let claims = try await fixture.claims(long.accessToken)
        #expect(claims["xms_cc"]?.arrayValue?.compactMap(\.stringValue) == ["cp1"])
        #expect((claims["exp"]?.integerValue ?? 0) - (claims["iat"]?.integerValue ?? 0) == long.expiresIn)
        // Each request declares them again.
        let refreshed = try TokenResponse(parsing: try await fixture.refresh(long.refreshToken?.reveal() ?? "").body)
        #expect((3600...5399).contains(refreshed.expiresIn ?? 0))
        // An API whose registration does not request the claim does not get it.
        try await fixture.registerAPI(
            appID: "bbbbbbbb-0000-4000-8000-000000000002", uri: "https://other.test",
            scopes: [("44444444-0000-4000-8000-000000009003", "Read", "User")])
        let other = try await tokens(&fixture, scope: "openid https://other.test/Read")
        #expect((72_000...100_800).contains(other.expiresIn ?? 0))
        #expect(try await fixture.claims(other.accessToken)["xms_cc"] == nil)
    }

    @Test("The API reads, writes and removes as far as the token allows")
    func api() async throws {
        var fixture = try await ProviderFixture()
        let read = try await fixture.tokens()
        #expect(try await fixture.call(.get, "/api/files", read).json["value"]?.arrayValue?.isEmpty == true)
        let forbidden = try await fixture.call(.put, "/api/files/a.txt", read, body: "no")
        #expect(forbidden.status == 403)
        let challenge = try #require(AuthenticationChallenge.all(in: forbidden.fields).first)
        #expect(challenge.error == "insufficient_scope")
        #expect(challenge.parameters["scope"] == "api://files/Files.ReadWrite")
        let write = try await tokens(&fixture)
        #expect(try await fixture.call(.put, "/api/files/a.txt", write, body: "hello").status == 201)
        #expect(try await fixture.call(.put, "/api/files/a.txt", write, body: "hello, world").status == 204)
        #expect(try await fixture.call(.get, "/api/files/a.txt", read).body == Array("hello, world".utf8))
        #expect(try await fixture.call(.get, "/api/files/b.txt", read).status == 404)
        let list = try await fixture.call(.get, "/api/files", read).json
        #expect(list["owner"]?.stringValue == "ada@contoso.test")
        #expect(list["value"]?.arrayValue?.first?["size"]?.integerValue == 12)
        // Each user has files of their own.
        let code = try ProviderFixture.reply(try await fixture.signIn(.grace, ["prompt": "login"]))["code"] ?? ""
        let grace = try TokenResponse(parsing: try await fixture.redeem(code).body)
        #expect(try await fixture.call(.get, "/api/files/a.txt", grace).status == 404)
    }

    @Test("The API refuses tokens of another API, forged ones and expired ones")
    func notForTheAPI() async throws {
        var fixture = try await ProviderFixture()
        let none = try await fixture.provider.send(.get(try fixture.url("/api/files")))
        #expect(none.status == 401)
        let bare = try #require(AuthenticationChallenge.all(in: none.fields).first)
        #expect(bare.isOf("Bearer") && bare.error == nil)
        #expect(bare.parameters["authorization_uri"]?.hasSuffix("/common/oauth2/v2.0/authorize") == true)
        let graph = try await fixture.tokens(scope: "openid User.Read")
        #expect(try await fixture.call(.get, "/api/files", graph).status == 401)
        var files = try await fixture.tokens()
        #expect(try await fixture.call(.get, "/api/files", files).status == 200)
        let whole = files.accessToken?.reveal() ?? ""
        files.accessToken = Secret(String(whole.dropLast(4)) + "AAAA")
        #expect(try await fixture.call(.get, "/api/files", files).status == 401)
        files.accessToken = files.idToken
        #expect(try await fixture.call(.get, "/api/files", files).status == 401)
        files.accessToken = Secret(whole)
        fixture.clock.advance(seconds: 5400)
        let late = try await fixture.call(.get, "/api/files", files)
        #expect(late.status == 401)
        #expect(AuthenticationChallenge.all(in: late.fields).first?.error == "invalid_token")
    }

    @Test("After an event the API requires a newer token, which the challenge's claims obtain silently")
    func eventInSilence() async throws {
        var fixture = try await ProviderFixture()
        let first = try await tokens(&fixture)
        #expect(try await fixture.call(.get, "/api/files", first).status == 200)
        try await fixture.provider.admin.refuseTokensFromBefore(user: "ada@contoso.test")
        let refused = try await fixture.call(.get, "/api/files", first)
        #expect(refused.status == 401)
        let challenge = try #require(AuthenticationChallenge.all(in: refused.fields).first)
        #expect(challenge.error == "insufficient_claims")
        let claims = try #require(challenge.claims)
        #expect(claims.json["access_token"]?["nbf"]?["essential"]?.boolValue == true)
        let answer = try await fixture.refresh(
            first.refreshToken?.reveal() ?? "", scope: Self.scope, ["claims": claims.description])
        let second = try TokenResponse(parsing: answer.body)
        #expect(try await fixture.call(.get, "/api/files", second).status == 200)
    }

    @Test("After a revocation the API refuses an unexpired token, and the refresh token is revoked too")
    func revocation() async throws {
        var fixture = try await ProviderFixture()
        let first = try await tokens(&fixture)
        try await fixture.provider.admin.revoke(user: "ada@contoso.test")
        let refused = try await fixture.call(.get, "/api/files", first)
        let claims = try #require(AuthenticationChallenge.all(in: refused.fields).first?.claims)
        let answer = try await fixture.refresh(
            first.refreshToken?.reveal() ?? "", scope: Self.scope, ["claims": claims.description])
        #expect(answer.number == 50173)
        #expect(answer.json["error"]?.stringValue == "invalid_grant")
        #expect(answer.json["suberror"]?.stringValue == "bad_token")
        let second = try await tokens(&fixture, ["claims": claims.description])
        #expect(try await fixture.call(.get, "/api/files", second).status == 200)
        // A client that does not handle challenges is refused without one.
        let plain = try await fixture.tokens()
        try await fixture.provider.admin.revoke(user: "ada@contoso.test")
        let last = try await fixture.call(.get, "/api/files", plain)
        #expect(last.status == 401)
        #expect(AuthenticationChallenge.all(in: last.fields).first?.error == "invalid_token")
    }

    @Test("The token of a disabled account is refused at once")
    func disabled() async throws {
        var fixture = try await ProviderFixture()
        let tokens = try await fixture.tokens()
        try await fixture.provider.admin.graph(.patch, "users/ada@contoso.test", ["accountEnabled": false])
        #expect(try await fixture.call(.get, "/api/files", tokens).status == 401)
    }

    @Test("Removing a file requires a fresh sign-in: a silent request fails, the password succeeds")
    func stepUp() async throws {
        var fixture = try await ProviderFixture()
        let first = try await tokens(&fixture)
        #expect(try await fixture.call(.put, "/api/files/a", first, body: "x").status == 201)
        let refused = try await fixture.call(.delete, "/api/files/a", first)
        #expect(refused.status == 401)
        let claims = try #require(AuthenticationChallenge.all(in: refused.fields).first?.claims)
        #expect(claims.json["access_token"]?["acrs"]?["value"]?.stringValue == "c1")
        let both = ClaimsRequest.wireValue(request: claims, capabilities: ["cp1"]) ?? ""
        let silent = try await fixture.refresh(
            first.refreshToken?.reveal() ?? "", scope: Self.scope, ["claims": both])
        #expect(silent.number == 50076)
        #expect(silent.json["suberror"]?.stringValue == "basic_action")
        #expect(silent.json["claims"]?.stringValue?.contains("\"c1\"") == true)
        let quiet = try await fixture.signIn(
            ProviderFixture.ada, scope: Self.scope, ["claims": both, "prompt": "none"])
        #expect(try ProviderFixture.reply(quiet)["error"] == "interaction_required")
        #expect(try ProviderFixture.reply(quiet)["claims"]?.contains("\"c1\"") == true)
        // Although the session suffices for everything else, the password is requested.
        let visit = try await fixture.signIn(ProviderFixture.ada, scope: Self.scope, ["claims": both])
        #expect(visit.pages == ["sign-in"])
        let second = try TokenResponse(
            parsing: try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").body)
        #expect(try await fixture.claims(second.accessToken)["acrs"]?.arrayValue?.compactMap(\.stringValue) == ["c1"])
        #expect(try await fixture.call(.delete, "/api/files/a", second).status == 204)
        // The session and the new refresh token keep the evidence.
        let again = try await fixture.refresh(second.refreshToken?.reveal() ?? "", scope: Self.scope, ["claims": both])
        #expect(again.status == 200)
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: Self.scope, ["claims": both]).pages.isEmpty)
    }

    @Test("An administrator requires a context for any operation, and removes the requirement")
    func anyOperation() async throws {
        var fixture = try await ProviderFixture()
        let first = try await tokens(&fixture)
        try await fixture.provider.admin.require(context: "c42", for: "read")
        #expect(try await fixture.call(.get, "/api/files", first).status == 401)
        // Without the capability the client could not handle a challenge, so the response is a plain 403.
        #expect(try await fixture.call(.get, "/api/files", try await fixture.tokens()).status == 403)
        try await fixture.provider.admin.require(context: nil, for: "read")
        #expect(try await fixture.call(.get, "/api/files", first).status == 200)
    }

    @Test("A single claim is put into the token for which it was requested")
    func singleClaims() async throws {
        var fixture = try await ProviderFixture()
        let claims = #"{"id_token":{"auth_time":{"essential":true},"upn":null},"access_token":{"family_name":null}}"#
        let tokens = try await tokens(&fixture, ["claims": claims])
        let idToken = try await fixture.claims(tokens.idToken)
        #expect(idToken["auth_time"]?.integerValue == fixture.clock.unixSeconds)
        #expect(idToken["upn"]?.stringValue == "ada@contoso.test")
        #expect(idToken["family_name"] == nil)
        let access = try await fixture.claims(tokens.accessToken)
        #expect(access["family_name"]?.stringValue == "Lovelace")
        #expect(access["auth_time"] == nil)
        // A client that limits the age of the sign-in gets the time of it.
        let aged = try await self.tokens(&fixture, ["max_age": "3600"])
        #expect(try await fixture.claims(aged.idToken)["auth_time"]?.integerValue != nil)
    }

    @Test(
        "Malformed claims requests are refused at both endpoints",
        arguments: [
            "[]", "{", "\"x\"", #"{"userinfo":{}}"#, #"{"id_token":[]}"#, #"{"access_token":{"nbf":7}}"#,
            #"{"access_token":{"acrs":{"value":"c100"}}}"#, #"{"access_token":{"acrs":{"value":"d1"}}}"#,
            #"{"access_token":{"acrs":{"values":["c1","c01"]}}}"#,
        ])
    func malformed(claims: String) async throws {
        var fixture = try await ProviderFixture()
        #expect(
            try ProviderFixture.reply(try await fixture.signIn(ProviderFixture.ada, ["claims": claims]))["error"]
                == "invalid_request")
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        #expect(try await fixture.refresh(token, ["claims": claims]).number == 90023)
        #expect(try await fixture.refresh(token).status == 200)
    }
}

extension ProviderFixture {
    /// Calls the protected API with the access token of a response.
    func call(
        _ method: HTTPMethod, _ path: String, _ tokens: TokenResponse, body: String = ""
    ) async throws -> HTTPResponse {
        var request = HTTPRequest(method: method, url: try url(path), body: Array(body.utf8))
        request.fields.set("Authorization", "Bearer \(tokens.accessToken?.reveal() ?? "")")
        return try await provider.send(request)
    }
}
