import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Userinfo")
struct UserInfoTests {
    private func ask(_ desk: Desk, _ token: Secret<String>?, host: String? = nil) async throws -> HTTPResponse {
        let url = try host.map { try #require(HTTPURL("https://\($0)/oidc/userinfo")) } ?? desk.url("/oidc/userinfo")
        var request = HTTPRequest.get(url)
        request.fields.set("Authorization", "Bearer \(token?.reveal() ?? "")")
        return try await desk.provider.send(request)
    }

    @Test("A token bound to a key is refused as a bearer token, and so is one without the scope openid")
    func refused() async throws {
        var desk = try await Desk()
        let plain = try await desk.tokens(scope: "openid offline_access User.Read")
        #expect(try await ask(desk, plain.accessToken).status == 200)
        let refreshToken = plain.refreshToken?.reveal() ?? ""
        let key = Base64URL.encode([UInt8](repeating: 7, count: 32))
        let bound = try TokenResponse(
            parsing: try await desk.refresh(
                refreshToken, scope: "openid User.Read",
                [
                    "token_type": "pop",
                    "req_cnf": Base64URL.encode(JSONValue.object(["kid": .string(key)]).bytes()),
                ]
            ).body)
        #expect(bound.tokenType == "pop")
        let answer = try await ask(desk, bound.accessToken)
        #expect(answer.status == 401)
        #expect(answer.fields["WWW-Authenticate"]?.hasPrefix("PoP ") == true)
        let silent = try TokenResponse(parsing: try await desk.refresh(refreshToken, scope: "User.Read").body)
        let lacking = try await ask(desk, silent.accessToken)
        #expect(lacking.status == 403)
        #expect(lacking.fields["WWW-Authenticate"]?.contains("insufficient_scope") == true)
    }

    @Test("The scopes limit the claims: openid alone yields the subject, at the endpoint and by a claims request")
    func scopes() async throws {
        var desk = try await Desk()
        try await desk.provider.admin.call(
            .patch, "/_admin/users/ada@contoso.test", ["mail": "ada.lovelace@contoso.test"])
        let claims = #"{"id_token":{"email":null,"upn":null,"name":null,"given_name":null,"auth_time":null}}"#
        let names: [(scope: String, returned: Set<String>)] = [
            ("openid", []), ("openid profile", ["name", "given_name", "family_name"]), ("openid email", ["email"]),
        ]
        for (scope, returned) in names {
            let visit = try await desk.signIn(scope: scope, ["claims": claims])
            let tokens = try TokenResponse(
                parsing: try await desk.redeem(try Desk.reply(visit)["code"] ?? "").body)
            let info = try JSONValue(parsing: try await ask(desk, tokens.accessToken).body).objectValue ?? [:]
            #expect(Set(info.keys) == returned.union(["sub"]), "\(scope)")
            let token = try await desk.claims(tokens.idToken)
            #expect(token["auth_time"] != nil)
            #expect((token["email"] != nil) == returned.contains("email"))
            for name in ["upn", "name", "given_name"] { #expect((token[name] != nil) == returned.contains("name")) }
        }
    }

    @Test("After a revocation, and for a disabled account, a token is refused")
    func revoked() async throws {
        var desk = try await Desk()
        let before = try await desk.tokens(scope: "openid offline_access").accessToken
        #expect(try await ask(desk, before).status == 200)
        try await desk.provider.admin.revoke(user: "ada@contoso.test")
        #expect(try await ask(desk, before).status == 401)
        desk.segment = "fabrikam.test"
        let guest = try await desk.tokens(scope: "openid offline_access")
        let info = try UserInfo(parsing: try await ask(desk, guest.accessToken).body)
        #expect(try await desk.claims(guest.idToken)["sub"]?.stringValue == info.subject)
        // The account in the home tenant decides.
        try await desk.provider.admin.call(.patch, "/_admin/users/\(SeedData.adaID)", ["accountEnabled": false])
        #expect(try await ask(desk, guest.accessToken).status == 401)
    }

    @Test("At B2C the subject is that of the id token")
    func customers() async throws {
        var desk = try await Desk()
        desk.clientID = SeedData.shopClientID
        desk.redirectURI = "http://localhost:51000/shop"
        let host = "contososhop.b2clogin.test:8443"
        let base = "https://\(host)/contososhop.onmicrosoft.com/b2c_1_signin/oauth2/v2.0"
        let query = FormParameters(desk.authorization(scope: "openid offline_access")).encoded
        let person = Person(user: "emmy@shop.test", password: SeedData.password)
        let visit = try await person.visit(try #require(HTTPURL("\(base)/authorize?\(query)")), with: &desk.browser)
        let answer = try await desk.provider.send(
            .form(
                try #require(HTTPURL("\(base)/token")),
                FormParameters([
                    ("grant_type", "authorization_code"), ("client_id", desk.clientID),
                    ("code", try Desk.reply(visit)["code"] ?? ""), ("redirect_uri", desk.redirectURI),
                    ("code_verifier", desk.verifier.value.reveal()),
                ])))
        let tokens = try TokenResponse(parsing: answer.body)
        let info = try UserInfo(parsing: try await ask(desk, tokens.accessToken, host: host).body)
        #expect(try await desk.claims(tokens.idToken)["sub"]?.stringValue == info.subject)
    }
}
