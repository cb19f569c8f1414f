import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Codes of servers", .onEveryStore)
struct ServerCodeTests {
    private static let scope = "openid profile offline_access api://files/Files.Read"

    /// Signs Ada in to the server, and returns the code.
    private func code(_ client: inout ConfidentialClient, _ changes: [String: String?] = [:]) async throws -> String {
        try ProviderFixture.reply(try await client.fixture.signIn(scope: Self.scope, changes))["code"] ?? ""
    }

    @Test("A server redeems its code and refreshes with its secret, in the form and by HTTP Basic")
    func redeemed() async throws {
        var client = try await ConfidentialClient()
        let code = try await code(&client)
        let answer = try await client.fixture.redeem(code, ["client_secret": client.secret])
        #expect(answer.status == 200)
        let tokens = try TokenResponse(parsing: answer.body)
        let claims = try await client.fixture.claims(tokens.accessToken)
        #expect(claims["azpacr"] == "1" && claims["scp"] == "Files.Read")
        #expect(try await client.fixture.claims(tokens.idToken)["preferred_username"] == "ada@contoso.test")
        // The API accepts the token.
        var request = HTTPRequest.get(try client.fixture.url("/api/files"))
        request.fields.set("Authorization", "Bearer \(tokens.accessToken?.reveal() ?? "")")
        #expect(try await client.fixture.provider.send(request).status == 200)
        let token = tokens.refreshToken?.reveal() ?? ""
        #expect(
            try await client.fixture.refresh(token, scope: Self.scope, ["client_secret": client.secret]).status == 200)
        let values = ["grant_type": "refresh_token", "refresh_token": token, "scope": Self.scope]
        let basic = ConfidentialClient.basic(ConfidentialClient.id, client.secret)
        #expect(try await client.send(values, basic: basic).status == 200)
    }

    @Test("Without PKCE, as servers may at Entra ID; the strict profile requires it")
    func withoutChallenge() async throws {
        var client = try await ConfidentialClient()
        let without: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]
        let code = try await code(&client, without)
        let answer = try await client.fixture.redeem(code, ["client_secret": client.secret, "code_verifier": nil])
        #expect(answer.status == 200)
        // A verifier without a challenge: the challenge may have been removed.
        let other = try await self.code(&client, without)
        #expect(try await client.fixture.redeem(other, ["client_secret": client.secret]).number == 501_481)
        var strict = try await ConfidentialClient { $0.profile = .strict }
        let visit = try await strict.fixture.signIn(scope: Self.scope, without)
        #expect(try ProviderFixture.reply(visit)["error_description"]?.hasPrefix("AADSTS501491") == true)
    }

    @Test("A server that does not authenticate, or wrongly, uses up neither its code nor its refresh token")
    func unauthenticated() async throws {
        var client = try await ConfidentialClient()
        let code = try await code(&client)
        for (changes, number) in [
            ([:], 7_000_218), (["client_secret": "wrong"], 7_000_215),
            (["client_assertion": "a.b.c", "client_assertion_type": ConfidentialClient.assertionType], 50027),
        ] as [([String: String?], Int64)] {
            let refused = try await client.fixture.redeem(code, changes)
            #expect(refused.number == number)
            #expect(refused.status == (number == 50027 ? 400 : 401))
        }
        // An unknown code is named before a wrong secret.
        #expect(try await client.fixture.redeem("no code", ["client_secret": "wrong"]).number == 9_002_313)
        let answer = try await client.fixture.redeem(code, ["client_secret": client.secret])
        #expect(answer.status == 200)
        let token = try TokenResponse(parsing: answer.body).refreshToken?.reveal() ?? ""
        #expect(try await client.fixture.refresh(token, scope: Self.scope).number == 7_000_218)
        #expect(
            try await client.fixture.refresh(token, scope: Self.scope, ["client_secret": "wrong"]).number == 7_000_215)
        #expect(
            try await client.fixture.refresh("no token", scope: Self.scope, ["client_secret": "wrong"]).number
                == 9_002_313)
        // A replay without the secret revokes nothing; one with it does.
        #expect(try await client.fixture.redeem(code).number == 7_000_218)
        #expect(
            try await client.fixture.refresh(token, scope: Self.scope, ["client_secret": client.secret]).status == 200)
        #expect(try await client.fixture.redeem(code, ["client_secret": client.secret]).number == 54005)
        #expect(
            try await client.fixture.refresh(token, scope: Self.scope, ["client_secret": client.secret]).number == 50173
        )
    }

    @Test("A page cannot redeem a server's code, and another client's secret does not help")
    func others() async throws {
        var client = try await ConfidentialClient()
        let code = try await code(&client)
        var request = HTTPRequest.form(
            try client.fixture.url("/contoso.test/oauth2/v2.0/token"),
            FormParameters([
                ("grant_type", "authorization_code"), ("client_id", ConfidentialClient.id), ("code", code),
                ("client_secret", client.secret), ("redirect_uri", ConfidentialClient.redirectURI),
                ("code_verifier", client.fixture.verifier.value.reveal()),
            ]))
        request.fields.set("Origin", "https://evil.test")
        #expect(try await client.fixture.provider.send(request).number == 9_002_326)
        let other = "dddddddd-0000-4000-8000-000000000003"
        try await client.fixture.provider.admin.put(
            application: [
                "appId": .string(other), "displayName": "Another server",
                "web": ["redirectUris": [.string(ConfidentialClient.redirectURI)]],
                "passwordCredentials": [["secretText": "another server's secret"]],
            ])
        let next = try await self.code(&client)
        let changes: [String: String?] = ["client_id": other, "client_secret": "another server's secret"]
        #expect(try await client.fixture.redeem(next, changes).number == 70000)
    }

    @Test("A registration with both platforms: its app sends no credential, its server has to")
    func both() async throws {
        var client = try await ConfidentialClient()
        try await client.fixture.provider.admin.change(
            ConfidentialClient.id, ["publicClient": ["redirectUris": ["http://localhost/contoso-app"]]])
        client.fixture.redirectURI = "http://localhost/contoso-app"
        let code = try await code(&client)
        let refused = try await client.fixture.redeem(code, ["client_secret": client.secret])
        #expect(refused.status == 401 && refused.number == 700_025)
        let answer = try await client.fixture.redeem(code)
        #expect(answer.status == 200)
        let token = try TokenResponse(parsing: answer.body).refreshToken?.reveal() ?? ""
        #expect(
            try await client.fixture.refresh(token, scope: Self.scope, ["client_secret": client.secret]).number
                == 700_025)
        #expect(try await client.fixture.refresh(token, scope: Self.scope).status == 200)
    }

    @Test("A device code is for registrations that count as public: isFallbackPublicClient decides")
    func deviceCode() async throws {
        var client = try await ConfidentialClient()
        func redeem() async throws -> HTTPResponse {
            let device = try await client.fixture.startDeviceCode()
            _ = try await client.fixture.enterCode(of: device)
            return try await client.fixture.token([
                ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("client_id", ConfidentialClient.id),
                ("device_code", device.deviceCode.reveal()),
            ])
        }
        let refused = try await redeem()
        #expect(refused.status == 401 && refused.number == 7_000_218)
        try await client.fixture.provider.admin.change(ConfidentialClient.id, ["isFallbackPublicClient": true])
        #expect(try await redeem().status == 200)
    }
}
