import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Userinfo")
struct UserInfoTests {
    private func ask(_ fixture: ProviderFixture, _ token: Secret<String>?, host: String? = nil) async throws
        -> HTTPResponse
    {
        let url = try host.map { try #require(HTTPURL("https://\($0)/oidc/userinfo")) } ?? fixture.url("/oidc/userinfo")
        var request = HTTPRequest.get(url)
        request.fields.set("Authorization", "Bearer \(token?.reveal() ?? "")")
        return try await fixture.provider.send(request)
    }

    @Test("A token bound to a key is refused as a bearer token, and so is one without the scope openid")
    func refused() async throws {
        var fixture = try await ProviderFixture()
        let plain = try await fixture.tokens(scope: "openid offline_access User.Read")
        #expect(try await ask(fixture, plain.accessToken).status == 200)
        let refreshToken = plain.refreshToken?.reveal() ?? ""
        let key = Base64URL.encode([UInt8](repeating: 7, count: 32))
        let bound = try TokenResponse(
            parsing: try await fixture.refresh(
                refreshToken, scope: "openid User.Read",
                [
                    "token_type": "pop",
                    "req_cnf": Base64URL.encode(JSONValue.object(["kid": .string(key)]).bytes()),
                ]
            ).body)
        #expect(bound.tokenType == "pop")
        let answer = try await ask(fixture, bound.accessToken)
        #expect(answer.status == 401)
        #expect(answer.fields["WWW-Authenticate"]?.hasPrefix("PoP ") == true)
        let silent = try TokenResponse(parsing: try await fixture.refresh(refreshToken, scope: "User.Read").body)
        let lacking = try await ask(fixture, silent.accessToken)
        #expect(lacking.status == 403)
        #expect(lacking.fields["WWW-Authenticate"]?.contains("insufficient_scope") == true)
    }

    @Test("The scopes limit the claims: openid alone yields the subject, at the endpoint and by a claims request")
    func scopes() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.graph(
            .patch, "users/ada@contoso.test", ["mail": "ada.lovelace@contoso.test"])
        let claims = #"{"id_token":{"email":null,"upn":null,"name":null,"given_name":null,"auth_time":null}}"#
        let names: [(scope: String, returned: Set<String>)] = [
            ("openid", []), ("openid profile", ["name", "given_name", "family_name"]), ("openid email", ["email"]),
        ]
        for (scope, returned) in names {
            let visit = try await fixture.signIn(scope: scope, ["claims": claims])
            let tokens = try TokenResponse(
                parsing: try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").body)
            let info = try JSONValue(parsing: try await ask(fixture, tokens.accessToken).body).objectValue ?? [:]
            #expect(Set(info.keys) == returned.union(["sub"]), "\(scope)")
            let token = try await fixture.claims(tokens.idToken)
            #expect(token["auth_time"] != nil)
            #expect((token["email"] != nil) == returned.contains("email"))
            for name in ["upn", "name", "given_name"] { #expect((token[name] != nil) == returned.contains("name")) }
        }
    }

    @Test("After a revocation, and for a disabled account, a token is refused")
    func revoked() async throws {
        var fixture = try await ProviderFixture()
        let before = try await fixture.tokens(scope: "openid offline_access").accessToken
        #expect(try await ask(fixture, before).status == 200)
        try await fixture.provider.admin.revoke(user: "ada@contoso.test")
        #expect(try await ask(fixture, before).status == 401)
        fixture.segment = "fabrikam.test"
        let guest = try await fixture.tokens(scope: "openid offline_access")
        let info = try UserInfo(parsing: try await ask(fixture, guest.accessToken).body)
        #expect(try await fixture.claims(guest.idToken)["sub"]?.stringValue == info.subject)
        // The account in the home tenant decides.
        try await fixture.provider.admin.graph(.patch, "users/\(SeedData.adaID)", ["accountEnabled": false])
        #expect(try await ask(fixture, guest.accessToken).status == 401)
    }

    @Test("At B2C the subject is that of the id token")
    func customers() async throws {
        var fixture = try await ProviderFixture()
        fixture.clientID = SeedData.shopClientID
        fixture.redirectURI = "http://localhost:51000/shop"
        let host = "contososhop.b2clogin.test:8443"
        let base = "https://\(host)/contososhop.onmicrosoft.com/b2c_1_signin/oauth2/v2.0"
        let query = FormParameters(fixture.authorization(scope: "openid offline_access")).encoded
        let person = Person(user: "emmy@shop.test", password: SeedData.password)
        let visit = try await person.visit(try #require(HTTPURL("\(base)/authorize?\(query)")), with: &fixture.browser)
        let answer = try await fixture.provider.send(
            .form(
                try #require(HTTPURL("\(base)/token")),
                FormParameters([
                    ("grant_type", "authorization_code"), ("client_id", fixture.clientID),
                    ("code", try ProviderFixture.reply(visit)["code"] ?? ""), ("redirect_uri", fixture.redirectURI),
                    ("code_verifier", fixture.verifier.value.reveal()),
                ])))
        let tokens = try TokenResponse(parsing: answer.body)
        let info = try UserInfo(parsing: try await ask(fixture, tokens.accessToken, host: host).body)
        #expect(try await fixture.claims(tokens.idToken)["sub"]?.stringValue == info.subject)
    }
}
