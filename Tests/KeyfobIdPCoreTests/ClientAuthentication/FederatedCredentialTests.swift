import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Federated credentials")
struct FederatedCredentialTests {
    private static let issuer = "https://tokens.build.test"
    private static let subject = "repo:contoso/web:environment:Production"

    /// A client that trusts an issuer, whose key the registration contains.
    private func trusting(
        _ key: SigningKey, _ changes: [String: JSONValue] = [:]
    ) async throws -> ConfidentialClient {
        let client = try await ConfidentialClient()
        var credential: [String: JSONValue] = [
            "name": "build", "issuer": .string(Self.issuer), "subject": .string(Self.subject),
            "keys": JWKSet([key.publicJWK]).json,
        ]
        for (name, value) in changes { credential[name] = value == .null ? nil : value }
        try await client.fixture.provider.admin.addFederatedCredential(credential, to: ConfidentialClient.id)
        return client
    }

    private func token(
        _ client: ConfidentialClient, _ key: SigningKey, _ changes: [String: JSONValue] = [:]
    ) throws -> String {
        let now = client.fixture.clock.unixSeconds
        var claims: [String: JSONValue] = [
            "iss": .string(Self.issuer), "sub": .string(Self.subject),
            "aud": .string(FederatedCredential.defaultAudience), "iat": .integer(now), "exp": .integer(now + 300),
        ]
        for (name, value) in changes { claims[name] = value == .null ? nil : value }
        return try JWS.sign(JSONValue.object(claims).bytes(), with: key)
    }

    private func send(_ client: ConfidentialClient, _ token: String) async throws -> HTTPResponse {
        try await client.token(ConfidentialClient.parameters(token))
    }

    @Test("The token of a trusted issuer authenticates the client, as often as it is used until it expires")
    func accepted() async throws {
        let key = SigningKey.rsa(try RSAPrivateKey(), keyID: "k1")
        let client = try await trusting(key)
        let token = try token(client, key)
        for _ in 0..<2 { #expect(try await send(client, token).status == 200) }
        let claims = try await client.fixture.claims(
            try TokenResponse(parsing: try await send(client, token).body).accessToken)
        #expect(claims["azpacr"] == "2")
        client.fixture.clock.advance(seconds: 601)
        #expect(try await send(client, token).number == 700_024)
    }

    @Test(
        "Issuer, subject and audience have to be the same, letter case included",
        arguments: [
            (["iss": "https://tokens.build.test/"], 700_211), (["iss": "https://Tokens.build.test"], 700_211),
            (["sub": "repo:contoso/web:environment:production"], 700_213), (["sub": "*"], 700_213),
            (["aud": "api://azureadtokenexchange"], 700_212), (["aud": .null], 700_212), (["aud": []], 700_212),
            (["aud": ["api://AzureADTokenExchange", "other"]], nil), (["exp": .null], 50027),
            (["nbf": 99_999_999_999], 700_024),
        ] as [([String: JSONValue], Int64?)])
    func matching(changes: [String: JSONValue], number: Int64?) async throws {
        let key = SigningKey.rsa(try RSAPrivateKey(), keyID: "k1")
        let client = try await trusting(key)
        let answer = try await send(client, try token(client, key, changes))
        #expect(answer.number == number)
        if number == 700_211 { #expect(answer.status == 401 && answer.json["error"] == "invalid_client") }
    }

    @Test("A token of another key, of an unknown key id, or of an issuer without keys is refused")
    func keys() async throws {
        let key = SigningKey.rsa(try RSAPrivateKey(), keyID: "k1")
        let client = try await trusting(key)
        let impostor = SigningKey.rsa(try RSAPrivateKey(), keyID: "k1")
        #expect(try await send(client, try token(client, impostor)).number == 50012)
        let unknown = SigningKey.rsa(try RSAPrivateKey(), keyID: "k2")
        #expect(try await send(client, try token(client, unknown)).number == 50012)
        let without = try await trusting(key, ["keys": .null])
        #expect(try await send(without, try token(without, key)).number == 50012)
        // The issuer's public key is no shared secret.
        let forged = JWS.authenticate(
            try JWS(compact: try token(client, key)).payload, header: ["kid": "k1"],
            secret: Array("public".utf8))
        #expect(try await send(client, forged).number == 50012)
    }

    @Test("A tenant of this provider is an issuer whose keys need no registration")
    func ownIssuer() async throws {
        let key = SigningKey.rsa(try RSAPrivateKey(), keyID: "k1")
        let client = try await ConfidentialClient()
        let admin = client.fixture.provider.admin
        // Another client's token for itself is the credential: its subject is the object in the tenant.
        let worker = "dddddddd-0000-4000-8000-000000000001"
        try await admin.put(
            application: [
                "appId": .string(worker), "displayName": "A worker",
                "passwordCredentials": [["secretText": "a secret of the worker"]],
            ])
        let exchange = "dddddddd-0000-4000-8000-000000000002"
        try await admin.put(
            application: [
                "appId": .string(exchange), "displayName": "Token exchange",
                "identifierUris": [.string(FederatedCredential.defaultAudience)],
                "api": ["requestedAccessTokenVersion": 2],
            ])
        try await admin.assign(["Files.Read.All"], of: "api://files", to: worker)
        let principal = try await admin.graph(.get, "servicePrincipals(appId='\(worker)')")["id"]
        try await admin.addFederatedCredential(
            [
                "name": "own", "issuer": .string(try client.fixture.url("/\(SeedData.tenantID)/v2.0").description),
                "subject": principal ?? .null, "audiences": [.string(exchange)],
            ], to: ConfidentialClient.id)
        let made = try await client.token([
            "client_id": worker, "client_secret": "a secret of the worker",
            "scope": "\(FederatedCredential.defaultAudience)/.default",
        ])
        let token = try TokenResponse(parsing: made.body).accessToken?.reveal() ?? ""
        #expect(try await send(client, token).status == 200)
        // Nothing but the provider's own signature counts.
        let claims = try JSONValue(parsing: try JWS(compact: token).payload)
        #expect(try await send(client, try JWS.sign(claims.bytes(), with: key)).number == 50012)
    }
}
