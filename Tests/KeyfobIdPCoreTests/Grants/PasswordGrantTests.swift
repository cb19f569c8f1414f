import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The password grant")
struct PasswordGrantTests {
    private static let scope = "openid profile offline_access api://files/Files.Read"

    private func fixture() async throws -> ProviderFixture {
        var fixture = try await ProviderFixture()
        fixture.segment = "organizations"
        try await fixture.provider.admin.setConsent(
            user: "ada@contoso.test", clientID: fixture.clientID, resource: "api://files", granted: ["Files.Read"])
        return fixture
    }

    private func send(
        _ fixture: ProviderFixture, _ changes: [String: String?] = [:], version: String = "/v2.0"
    ) async throws -> HTTPResponse {
        var values: [String: String] = [
            "grant_type": "password", "client_id": fixture.clientID, "username": "ada@contoso.test",
            "password": SeedData.password, "scope": Self.scope, "client_info": "1",
        ]
        for (name, value) in changes { values[name] = value }
        return try await fixture.token(
            values.map { ($0.key, $0.value) }, path: "/\(fixture.segment)/oauth2\(version)/token")
    }

    @Test("A work account gets tokens at organizations and at its tenant, which are renewed like any others")
    func accepted() async throws {
        var fixture = try await fixture()
        for segment in ["organizations", "contoso.test", SeedData.tenantID] {
            fixture.segment = segment
            let answer = try await send(fixture)
            #expect(answer.status == 200, "\(segment)")
            let tokens = try TokenResponse(parsing: answer.body)
            #expect(try await fixture.claims(tokens.accessToken)["scp"] == "Files.Read")
            #expect(try await fixture.claims(tokens.idToken)["preferred_username"] == "ada@contoso.test")
            #expect(tokens.clientInfo?.utid == SeedData.tenantID)
            #expect(try await fixture.refresh(tokens.refreshToken?.reveal() ?? "").status == 200)
        }
        let old = try await send(fixture, ["scope": nil, "resource": "api://files"], version: "")
        #expect(old.status == 200)
    }

    @Test("Not where personal accounts sign in: 9001023", arguments: ["common", "consumers"])
    func personal(segment: String) async throws {
        var fixture = try await fixture()
        fixture.segment = segment
        #expect(try await send(fixture).number == 9_001_023)
    }

    @Test(
        "What does not identify a user is refused",
        arguments: [
            (["password": "wrong"], 50126), (["username": "unknown@contoso.test"], 50126), (["password": nil], 900_144),
            (["username": nil], 900_144), (["scope": "api://files/Files.ReadWrite"], 65001),
            (["username": "grace@contoso.test"], 65001), (["username": "katherine@outlook.com"], 50034),
            (["client_secret": "hush"], 700_025),
        ] as [([String: String?], Int64)])
    func refused(changes: [String: String?], number: Int64) async throws {
        let refused = try await send(try await fixture(), changes)
        #expect(refused.number == number)
        if number == 50126 { #expect(refused.status == 400 && refused.json["error"] == "invalid_grant") }
    }

    @Test("A disabled account, and one of another tenant that is no guest")
    func accounts() async throws {
        var fixture = try await fixture()
        try await fixture.provider.admin.graph(
            .patch, "users/ada@contoso.test", ["accountEnabled": false])
        #expect(try await send(fixture).number == 50057)
        fixture.segment = "contoso.test"
        #expect(try await send(fixture, ["username": "alan@fabrikam.test"]).number == 50020)
    }

    @Test("A guest gets tokens of the tenant whose guest they are")
    func guest() async throws {
        var fixture = try await fixture()
        fixture.segment = "fabrikam.test"
        #expect(try await send(fixture).number == 65001, "the consent at home does not count")
        try await fixture.provider.admin.setConsent(
            user: nil, clientID: fixture.clientID, resource: "api://files", granted: ["Files.Read"],
            tenant: "fabrikam.test")
        let tokens = try TokenResponse(parsing: try await send(fixture).body)
        let claims = try await fixture.claims(tokens.accessToken)
        #expect(claims["tid"]?.stringValue == SeedData.fabrikamID)
        #expect(claims["oid"]?.stringValue == SeedData.adaAtFabrikamID)
    }

    @Test("Ten wrong passwords lock the account, by the rule of the sign-in page, and are in the log")
    func lockout() async throws {
        let fixture = try await fixture()
        for index in 0..<9 {
            #expect(try await send(fixture, ["password": "wrong \(index)"]).number == 50126)
        }
        #expect(try await send(fixture, ["password": "wrong 9"]).number == 50053)
        #expect(try await send(fixture).number == 50053)
        #expect(try await fixture.provider.admin.count("password_refused") == 11)
        fixture.clock.advance(seconds: 61)
        #expect(try await send(fixture).status == 200)
        #expect(try await fixture.provider.admin.count("password_accepted") == 1)
    }

    @Test("A policy that requires a second factor refuses: 50079 without one, 50076 with one")
    func secondFactor() async throws {
        let fixture = try await fixture()
        try await fixture.provider.admin.require("mfa")
        let refused = try await send(fixture)
        #expect(refused.number == 50079 && refused.json["suberror"] == "basic_action")
        try await fixture.provider.admin.setFactors(of: "ada@contoso.test", phoneNumber: "+4915550142")
        #expect(try await send(fixture).number == 50076)
        let old = try await send(fixture, ["scope": nil, "resource": "api://files"], version: "")
        #expect(old.json["error"] == "interaction_required")
    }

    @Test("A server authenticates as well, and a registration that is not public has to")
    func confidential() async throws {
        let client = try await ConfidentialClient()
        try await client.fixture.provider.admin.setConsent(
            user: nil, clientID: ConfidentialClient.id, resource: "api://files", granted: ["Files.Read"])
        #expect(try await send(client.fixture).number == 7_000_218)
        let answer = try await send(client.fixture, ["client_secret": client.secret])
        #expect(answer.status == 200)
        let claims = try await client.fixture.claims(try TokenResponse(parsing: answer.body).accessToken)
        #expect(claims["azpacr"] == "1")
    }
}
