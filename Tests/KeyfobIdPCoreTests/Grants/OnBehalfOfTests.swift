import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Tokens on behalf of a user")
struct OnBehalfOfTests {
    /// Ada's token for Contoso Web, which an app of hers has.
    private func userToken(
        _ client: ConfidentialClient, as person: Person = ProviderFixture.ada, claims: String? = nil
    ) async throws -> String {
        var app = client.fixture
        app.clientID = SeedData.suiteClientID
        app.redirectURI = "http://localhost:51000/contoso-a"
        let visit = try await app.signIn(
            person, scope: "openid api://contoso-web/Access", ["claims": claims])
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        return try TokenResponse(parsing: try await app.redeem(code).body).accessToken?.reveal() ?? ""
    }

    /// Exchanges a token, with changes to the request.
    private func exchange(
        _ client: ConfidentialClient, _ token: String, _ changes: [String: String?] = [:], version: String = "/v2.0"
    ) async throws -> HTTPResponse {
        var values: [String: String] = [
            "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "requested_token_use": "on_behalf_of",
            "client_id": ConfidentialClient.id, "client_secret": client.secret, "assertion": token,
            "scope": "api://files/Files.Read",
        ]
        for (name, value) in changes { values[name] = value }
        return try await client.send(values, version: version)
    }

    private func consent(_ client: ConfidentialClient, user: String? = "ada@contoso.test") async throws {
        try await client.fixture.provider.admin.setConsent(
            user: user, clientID: ConfidentialClient.id, resource: "api://files", granted: ["Files.Read"])
    }

    @Test("An API exchanges a user's token for one for another API, which accepts it as the user's")
    func exchanged() async throws {
        let client = try await ConfidentialClient()
        try await consent(client)
        let token = try await userToken(client)
        let answer = try await exchange(client, token)
        #expect(answer.status == 200)
        let tokens = try TokenResponse(parsing: answer.body)
        #expect(tokens.refreshToken == nil && tokens.idToken == nil)
        let claims = try await client.fixture.claims(tokens.accessToken)
        #expect(claims["azp"]?.stringValue == ConfidentialClient.id && claims["azpacr"] == "1")
        #expect(claims["oid"]?.stringValue == SeedData.adaID && claims["scp"] == "Files.Read")
        var request = HTTPRequest.get(try client.fixture.url("/api/files"))
        request.fields.set("Authorization", "Bearer \(tokens.accessToken?.reveal() ?? "")")
        #expect(try await client.fixture.provider.send(request).json["owner"] == "ada@contoso.test")
        // The same token again, for a static scope, and at common: the token names the tenant.
        #expect(try await exchange(client, token, ["scope": "api://files/.default"]).status == 200)
        var common = client
        common.fixture.segment = "common"
        #expect(try await exchange(common, token).status == 200)
        let old = try await exchange(client, token, ["scope": nil, "resource": "api://files"], version: "")
        #expect(old.status == 200)
    }

    @Test("A refresh token comes with offline_access, and belongs to the client that authenticates")
    func refreshToken() async throws {
        let client = try await ConfidentialClient()
        try await consent(client)
        let scope = "offline_access openid api://files/Files.Read"
        let answer = try await exchange(client, try await userToken(client), ["scope": scope])
        let tokens = try TokenResponse(parsing: answer.body)
        let refreshToken = tokens.refreshToken?.reveal() ?? ""
        #expect(!refreshToken.isEmpty && tokens.idToken != nil)
        #expect(
            try await client.fixture.refresh(refreshToken, scope: scope, ["client_secret": client.secret]).status == 200
        )
        #expect(try await client.fixture.refresh(refreshToken, scope: scope).number == 7_000_218)
        try await client.fixture.provider.admin.revoke(user: "ada@contoso.test")
        #expect(
            try await client.fixture.refresh(refreshToken, scope: scope, ["client_secret": client.secret]).number
                == 50173)
    }

    @Test("Without the user's consent for the API in the middle: 65001 and consent_required")
    func withoutConsent() async throws {
        let client = try await ConfidentialClient()
        let token = try await userToken(client)
        let refused = try await exchange(client, token)
        #expect(refused.status == 400 && refused.number == 65001)
        #expect(refused.json["error"] == "invalid_grant" && refused.json["suberror"] == "consent_required")
        try await consent(client, user: nil)
        #expect(try await exchange(client, token).status == 200)
        let more = try await exchange(client, token, ["scope": "api://files/Files.ReadWrite"])
        #expect(more.number == 65001)
    }

    @Test("An API that names its client gets the user's consent with it, and the page says so")
    func knownClient() async throws {
        let client = try await ConfidentialClient()
        let registration = try await client.fixture.provider.admin.registration(of: ConfidentialClient.id)
        var api = registration["api"]?.objectValue ?? [:]
        api["knownClientApplications"] = [.string(SeedData.suiteClientID)]
        try await client.fixture.provider.admin.change(ConfidentialClient.id, ["api": .object(api)])
        let suite = try await client.fixture.provider.admin.registration(of: SeedData.suiteClientID)
        let id = api["oauth2PermissionScopes"]?.arrayValue?.first?["id"] ?? .null
        let more: JSONValue = [
            "resourceAppId": .string(ConfidentialClient.id), "resourceAccess": [["id": id, "type": "Scope"]],
        ]
        try await client.fixture.provider.admin.change(
            SeedData.suiteClientID,
            ["requiredResourceAccess": .array((suite["requiredResourceAccess"]?.arrayValue ?? []) + [more])])
        var app = client.fixture
        app.clientID = SeedData.suiteClientID
        app.redirectURI = "http://localhost:51000/contoso-a"
        let visit = try await app.signIn(scope: "openid api://contoso-web/.default")
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        let token = try TokenResponse(parsing: try await app.redeem(code).body).accessToken?.reveal() ?? ""
        #expect(try await exchange(client, token).status == 200, "no other consent was given")
    }

    @Test("A token for another API, an id token, an app's own token and a forged one are refused")
    func wrongTokens() async throws {
        var client = try await ConfidentialClient()
        try await consent(client)
        // For Contoso Files.
        var app = client.fixture
        app.clientID = SeedData.suiteClientID
        app.redirectURI = "http://localhost:51000/contoso-a"
        let files = try await app.tokens()
        let elsewhere = try await exchange(client, files.accessToken?.reveal() ?? "")
        #expect(elsewhere.status == 400 && elsewhere.number == 500_131)
        // The id token of the client itself.
        let code =
            try ProviderFixture.reply(
                try await client.fixture.signIn(scope: "openid profile api://files/Files.Read"))["code"] ?? ""
        let own = try TokenResponse(
            parsing: try await client.fixture.redeem(code, ["client_secret": client.secret]).body)
        #expect(try await exchange(client, own.idToken?.reveal() ?? "").number == 50013)
        // An app-only token for the client.
        let worker = try await client.token(["scope": "api://contoso-web/.default"])
        let appOnly = try TokenResponse(parsing: worker.body).accessToken?.reveal() ?? ""
        #expect(try await exchange(client, appOnly).number == 50013)
        let token = try await userToken(client)
        let parts = token.split(separator: ".")
        #expect(try await exchange(client, "\(parts[0]).\(parts[1]).AAAA").number == 50013)
        for text in ["x", "a.b.c"] { #expect(try await exchange(client, text).number == 50027) }
        client.fixture.clock.advance(seconds: 7200)
        #expect(try await exchange(client, token).number == 500_133)
        let next = try await userToken(client)
        client.fixture.segment = "fabrikam.test"
        #expect(try await exchange(client, next).number == 50013, "the token of another tenant")
    }

    @Test(
        "A request without its parts is refused",
        arguments: [
            (["client_secret": nil], 7_000_218), (["client_secret": "wrong"], 7_000_215), (["assertion": nil], 900_144),
            (["scope": nil], 900_144), (["requested_token_use": nil], 70003), (["requested_token_use": "other"], 70003),
            (["client_id": SeedData.suiteClientID, "client_secret": nil], 7_000_218),
        ] as [([String: String?], Int64)])
    func parts(changes: [String: String?], number: Int64) async throws {
        let client = try await ConfidentialClient()
        #expect(try await exchange(client, "a.b.c", changes).number == number)
    }

    @Test("A revoked session ends the exchange of tokens from before, and a disabled user has none")
    func revoked() async throws {
        let client = try await ConfidentialClient()
        try await consent(client)
        let token = try await userToken(client)
        try await client.fixture.provider.admin.revoke(user: "ada@contoso.test")
        #expect(try await exchange(client, token).number == 50173)
        let next = try await userToken(client)
        #expect(try await exchange(client, next).status == 200)
        try await client.fixture.provider.admin.graph(
            .patch, "users/ada@contoso.test", ["accountEnabled": false])
        #expect(try await exchange(client, next).number == 50057)
    }

    @Test("Policies are evaluated with how the user signed in: a missing second factor is interaction with claims")
    func policies() async throws {
        let client = try await ConfidentialClient()
        try await consent(client)
        let weak = try await userToken(client)
        try await client.fixture.provider.admin.require("mfa")
        let refused = try await exchange(client, weak)
        #expect(refused.status == 400 && refused.number == 50079)
        #expect(refused.json["error"] == "invalid_grant" && refused.json["suberror"] == "basic_action")
        #expect(refused.json["claims"]?.stringValue?.contains("capolids") == true)
        let old = try await exchange(client, weak, ["scope": nil, "resource": "api://files"], version: "")
        #expect(old.json["error"] == "interaction_required")
    }

    @Test("A second factor of the user's sign-in counts for the exchange")
    func secondFactor() async throws {
        let client = try await ConfidentialClient()
        try await consent(client)
        try await client.fixture.provider.admin.require("mfa")
        try await client.fixture.provider.admin.setFactors(
            of: "ada@contoso.test", authenticatorKey: OnBehalfOfTests.key)
        var person = ProviderFixture.ada
        person.authenticatorKey = OnBehalfOfTests.key
        let strong = try await userToken(client, as: person)
        #expect(!strong.isEmpty)
        #expect(try await exchange(client, strong).status == 200)
    }

    @Test("How the user signed in is in every token, also of an API that gets its secret afterwards")
    func laterSecret() async throws {
        let client = try await ConfidentialClient()
        try await consent(client)
        let admin = client.fixture.provider.admin
        try await client.fixture.provider.store.transaction { transaction in
            var web = try #require(try transaction.applications().first { $0.appID == ConfidentialClient.id })
            web.credentials = nil
            try transaction.put(web)
        }
        try await admin.require("mfa")
        try await admin.setFactors(of: "ada@contoso.test", authenticatorKey: OnBehalfOfTests.key)
        var person = ProviderFixture.ada
        person.authenticatorKey = OnBehalfOfTests.key
        let token = try await userToken(client, as: person)
        let secret = try #require(
            try await admin.addSecret(to: ConfidentialClient.id, displayName: "later")["secretText"]?.stringValue)
        #expect(try await exchange(client, token, ["client_secret": secret]).status == 200)
    }

    @Test("A token that does not say how its user signed in is refused: here, and at every API")
    func withoutOrigin() async throws {
        let client = try await ConfidentialClient()
        try await consent(client)
        let store = client.fixture.provider.store
        /// The token without its origin, signed with the provider's own key.
        func stripped(_ token: String) async throws -> String {
            let jws = try JWS(compact: token)
            var claims = try #require(try JSONValue(parsing: jws.payload).objectValue)
            #expect(claims["rh"]?.stringValue?.hasPrefix("1.") == true)
            claims["rh"] = "1.AAAA."
            let record = try #require(
                try await store.transaction { try $0.signingKeys() }.first { $0.role == .current })
            let key = SigningKey.p256(
                try P256PrivateKey(pem: record.privateKeyPEM.reveal()), keyID: record.keyID, additional: [:])
            return try JWS.sign(JSONValue.object(claims).bytes(), with: key)
        }
        let refused = try await exchange(client, try await stripped(try await userToken(client)))
        #expect(refused.status == 400 && refused.number == 50013)
        #expect(refused.json["error_description"]?.stringValue?.contains("how its user signed in") == true)
        let files = try await exchange(client, try await userToken(client))
        let token = try #require(try TokenResponse(parsing: files.body).accessToken?.reveal())
        for (text, status) in [(token, 200), (try await stripped(token), 401)] {
            var request = HTTPRequest.get(try client.fixture.url("/api/files"))
            request.fields.set("Authorization", "Bearer \(text)")
            #expect(try await client.fixture.provider.send(request).status == status)
        }
    }

    private static let key = Secret("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
}
