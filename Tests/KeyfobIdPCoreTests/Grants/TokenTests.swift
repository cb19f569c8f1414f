import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The token endpoint")
struct TokenTests {
    private func code(_ fixture: inout ProviderFixture) async throws -> String {
        try ProviderFixture.reply(try await fixture.signIn())["code"] ?? ""
    }

    @Test("A code is used up by its first redemption, and a second one revokes the tokens issued from it")
    func replay() async throws {
        var fixture = try await ProviderFixture()
        let code = try await code(&fixture)
        let tokens = try TokenResponse(parsing: try await fixture.redeem(code).body)
        let again = try await fixture.redeem(code)
        #expect(again.status == 400)
        #expect(again.number == 54005)
        #expect(again.json["error"]?.stringValue == "invalid_grant")
        #expect(try await fixture.refresh(tokens.refreshToken?.reveal() ?? "").number == 50173)
    }

    @Test(
        "A code is bound to client, redirect URI and verifier; a wrong attempt uses it up",
        arguments: [
            (["code_verifier": CodeVerifier(random: SystemRandomSource()).value.reveal()], 501481),
            (["code_verifier": nil], 501481),
            (["redirect_uri": "http://localhost/contoso-b"], 500112),
            (["client_id": SeedData.notesClientID], 70000),
            (["client_secret": "hush"], 700025),
        ] as [([String: String?], Int64)])
    func binding(changes: [String: String?], number: Int64) async throws {
        var fixture = try await ProviderFixture()
        let code = try await code(&fixture)
        #expect(try await fixture.redeem(code, changes).number == number)
        if number != 700025 { #expect(try await fixture.redeem(code).number == 54005) }
    }

    @Test("A code is valid for the tenant segment at which it was issued, for ten minutes")
    func segmentAndTime() async throws {
        var fixture = try await ProviderFixture()
        let first = try await code(&fixture)
        fixture.segment = "contoso.test"
        #expect(try await fixture.redeem(first).number == 700005)
        let second = try await code(&fixture)
        fixture.segment = SeedData.tenantID
        #expect(try await fixture.redeem(second).status == 200)
        let third = try await code(&fixture)
        fixture.clock.advance(seconds: 601)
        #expect(try await fixture.redeem(third).number == 70008)
    }

    @Test("A refresh token is revoked, expires after ninety idle days, and belongs to its client")
    func refreshTokenEnds() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        #expect(try await fixture.refresh(token, ["client_id": SeedData.notesClientID]).number == 70000)
        #expect(try await fixture.refresh("junk").number == 9002313)
        fixture.clock.advance(seconds: 89 * 86400)
        #expect(try await fixture.refresh(token).status == 200)
        fixture.clock.advance(seconds: 89 * 86400)
        #expect(try await fixture.refresh(token).status == 200)
        fixture.clock.advance(seconds: 91 * 86400)
        #expect(try await fixture.refresh(token).number == 700082)
        let other = try await fixture.tokens().refreshToken?.reveal() ?? ""
        try await fixture.provider.admin.revoke(user: "ada@contoso.test")
        let revoked = try await fixture.refresh(other)
        #expect(revoked.number == 50173)
        #expect(revoked.json["suberror"]?.stringValue == "bad_token")
        #expect(try await fixture.signIn().pages == ["sign-in"])
        #expect(try await fixture.tokens().refreshToken != nil)
    }

    @Test("R80: at version 1 the permissions are those of the registration")
    func versionOne() async throws {
        var fixture = try await ProviderFixture()
        let parameters = fixture.authorization(scope: "ignored", ["scope": nil, "resource": "api://files"])
        let visit = try await ProviderFixture.ada.visit(
            try fixture.url("/common/oauth2/authorize", parameters), with: &fixture.browser)
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        let response = try await fixture.token(
            [
                ("grant_type", "authorization_code"), ("client_id", fixture.clientID), ("code", code),
                ("redirect_uri", fixture.redirectURI), ("code_verifier", fixture.verifier.value.reveal()),
                ("resource", "api://files"),
            ], path: "/common/oauth2/token")
        #expect(response.status == 200)
        #expect(response.json["expires_in"]?.stringValue != nil)
        #expect(response.json["resource"]?.stringValue == "api://files")
        let tokens = try TokenResponse(parsing: response.body)
        let jws = try JWS(compact: tokens.accessToken?.reveal() ?? "")
        let scp = try JSONValue(parsing: jws.payload)["scp"]?.stringValue ?? ""
        let registered = try await fixture.provider.admin.registration(of: SeedData.filesAppID)
        let names = registered["api"]?["oauth2PermissionScopes"]?.arrayValue?.compactMap { $0["value"]?.stringValue }
        #expect(Set(scp.split(separator: " ").map(String.init)) == Set(names ?? []))
        #expect(names?.isEmpty == false)
    }

    @Test("Userinfo returns the id token's subject, and refuses another API's token")
    func userInfo() async throws {
        var fixture = try await ProviderFixture()
        let tokens = try await fixture.tokens(scope: "openid profile email offline_access User.Read")
        var request = HTTPRequest.get(try fixture.url("/oidc/userinfo"))
        request.fields.set("Authorization", "Bearer \(tokens.accessToken?.reveal() ?? "")")
        let info = try UserInfo(parsing: try await fixture.provider.send(request).body)
        let idToken = try IDToken(decodingWithoutValidation: tokens.idToken?.reveal() ?? "")
        #expect(info.subject == idToken.subject)
        #expect(info.email == "ada@contoso.test")
        fixture.clock.advance(seconds: 6000)
        #expect(try await fixture.provider.send(request).status == 401)
        let files = try await fixture.tokens()
        request.fields.set("Authorization", "Bearer \(files.accessToken?.reveal() ?? "")")
        #expect(try await fixture.provider.send(request).status == 401)
        request.fields.set("Authorization", "Bearer junk")
        #expect(try await fixture.provider.send(request).status == 401)
    }

    @Test("Two keys are published, tokens name theirs, and after a rotation the old tokens remain valid")
    func rotationOfKeys() async throws {
        var fixture = try await ProviderFixture()
        let tokens = try await fixture.tokens()
        func keys() async throws -> JWKSet {
            try JWKSet(
                parsing: try await fixture.provider.send(.get(try fixture.url("/common/discovery/v2.0/keys"))).body)
        }
        #expect(try await keys().keys.count == 2)
        try await fixture.provider.admin.call(.post, "/_admin/keys/rotate")
        let after = try await keys()
        #expect(after.keys.count == 3)
        let expectations = IDTokenExpectations(
            issuer: "https://localhost:8443/\(SeedData.tenantID)/v2.0", audience: SeedData.suiteClientID,
            nonce: "the-nonce", tenantID: SeedData.tenantID, now: fixture.clock.now)
        let old = tokens.idToken?.reveal() ?? ""
        _ = try IDTokenValidator.validate(old, keys: after, expectations: expectations)
        let fresh = try await fixture.tokens().idToken?.reveal() ?? ""
        _ = try IDTokenValidator.validate(fresh, keys: after, expectations: expectations)
        #expect(try JWS(compact: old).keyID != (try JWS(compact: fresh).keyID))
    }
}
