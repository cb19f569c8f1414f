import Foundation
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Assertions of federated issuers")
struct AssertionTests {
    private static let issuer = "http://fs.contoso.test/adfs/services/trust"
    private static let vectors: JSONValue = {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors/saml-assertions.json")
        return (try? JSONValue(parsing: Array(Data(contentsOf: path)))) ?? .null
    }()

    private static func names(_ member: String) -> [String] { vectors[member]?.objectValue?.keys.sorted() ?? [] }

    private static func vector(_ member: String, _ name: String? = nil) -> String {
        (name.map { vectors[member]?[$0] } ?? vectors[member])?.stringValue ?? ""
    }

    /// A provider whose tenant trusts the vectors' issuer, at their time, and whose user has consented.
    private func fixture() async throws -> ProviderFixture {
        let fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        let now = try #require(Self.vectors["now"]?.integerValue)
        try await admin.call(.post, "/_admin/clock", ["offset_seconds": .integer(now + 60 - fixture.clock.unixSeconds)])
        try await admin.apply(
            [
                "trust": [
                    "federatedIssuers": [
                        ["issuer": .string(Self.issuer), "certificates": [.string(Self.vector("certificate"))]]
                    ]
                ]
            ])
        try await admin.setConsent(
            user: "ada@contoso.test", clientID: fixture.clientID, resource: "api://files", granted: ["Files.Read"])
        return fixture
    }

    private func redeem(
        _ fixture: ProviderFixture, _ assertion: String, _ grant: SAMLAssertionGrant,
        path: String = "/common/oauth2/token",
        _ changes: [String: String?] = [:]
    ) async throws -> HTTPResponse {
        var values = [
            "grant_type": grant.rawValue, "assertion": assertion, "client_id": fixture.clientID,
            "resource": "api://files", "scope": "openid",
        ]
        for (name, value) in changes { values[name] = value }
        return try await fixture.token(values.map { ($0.key, $0.value) }, path: path)
    }

    @Test("An assertion of either version that another library signed is redeemed at version 1 and version 2")
    func redeemed() async throws {
        let fixture = try await fixture()
        for (assertion, grant) in [
            (Self.vector("saml2"), SAMLAssertionGrant.version2), (Self.vector("saml11"), .version1),
        ] {
            let old = try await redeem(fixture, assertion, grant)
            #expect(old.status == 200, "\(grant)")
            let tokens = try TokenResponse(parsing: old.body)
            #expect(tokens.resource == "api://files")
            #expect(try await fixture.scp(tokens) == ["Files.Read"])
            #expect(try await fixture.claims(tokens.idToken)["upn"]?.stringValue == "ada@contoso.test")
            // It starts a session like any other.
            let refreshed = try await fixture.refreshByADAL(
                tokens.refreshToken?.reveal() ?? "", resource: "api://files")
            #expect(refreshed.status == 200)
            let path = "/common/oauth2/v2.0/token"
            let changes: [String: String?] = [
                "resource": nil, "scope": "openid offline_access api://files/Files.Read",
            ]
            // An assertion that has yielded tokens is refused afterwards, at either endpoint.
            #expect(try await redeem(fixture, assertion, grant).number == 50013)
            #expect(try await redeem(fixture, assertion, grant, path: path, changes).number == 50013)
            let other = try await self.fixture()
            let new = try await redeem(other, assertion, grant, path: path, changes)
            #expect(try await other.scp(try TokenResponse(parsing: new.body)) == ["Files.Read"])
        }
    }

    @Test("An assertion reveals nothing about a user who has not consented to the client, not even the name")
    func withoutConsent() async throws {
        let fixture = try await fixture()
        let changes: [String: String?] = [
            "client_id": SeedData.notesClientID, "resource": nil, "scope": "openid profile",
        ]
        func ask() async throws -> HTTPResponse {
            try await redeem(fixture, Self.vector("saml2"), .version2, path: "/common/oauth2/v2.0/token", changes)
        }
        #expect(try await ask().number == 65001)
        try await fixture.provider.admin.setConsent(
            user: "ada@contoso.test", clientID: SeedData.notesClientID, resource: "api://files",
            granted: ["Files.Read"])
        #expect(try await ask().status == 200)
    }

    @Test("Assertions with the same canonical XML are equivalent", arguments: names("equivalent"))
    func equivalent(name: String) async throws {
        let response = try await redeem(try await fixture(), Self.vector("equivalent", name), .version2)
        #expect(response.status == 200)
    }

    @Test("An assertion that was changed, wrapped, or signed in another way is refused", arguments: names("refused"))
    func refused(name: String) async throws {
        let fixture = try await fixture()
        try await fixture.provider.admin.setConsent(
            user: "grace@contoso.test", clientID: fixture.clientID, resource: "api://files", granted: ["Files.Read"])
        let response = try await redeem(fixture, Self.vector("refused", name), .version2)
        #expect(response.number == 50013)
        #expect(response.json["error"]?.stringValue == "invalid_grant")
    }

    @Test("An assertion is valid in its time, for this provider, from the tenant's issuer, in the grant's version")
    func conditions() async throws {
        let fixture = try await fixture()
        let admin = fixture.provider.admin
        let good = Self.vector("saml2")
        #expect(try await redeem(fixture, good, .version1).number == 50013)
        #expect(try await redeem(fixture, "%%%", .version2).number == 50013)
        #expect(try await redeem(fixture, "", .version2).number == 900144)
        #expect(try await redeem(fixture, good, .version2, ["resource": nil]).number == 90014)
        #expect(try await redeem(fixture, good, .version2, path: "/fabrikam.test/oauth2/token").number == 50013)
        try await admin.advanceClock(seconds: 70 * 60 + 300)
        #expect(try await redeem(fixture, good, .version2).number == 500133)
        try await admin.advanceClock(seconds: -82 * 60)
        #expect(try await redeem(fixture, good, .version2).number == 50013)
        try await admin.advanceClock(seconds: 10 * 60)
        #expect(try await redeem(fixture, good, .version2).status == 200)
        // Another key under the same name belongs to another issuer.
        let other = try #require(try await fixture.certificate())
        try await admin.apply(
            ["trust": ["federatedIssuers": [["issuer": .string(Self.issuer), "certificates": [.string(other)]]]]])
        #expect(try await redeem(fixture, good, .version2).number == 50013)
    }

    @Test("There is no prompt: without consent, or without such a user, there are no tokens")
    func nobodyAsked() async throws {
        let fixture = try await fixture()
        let lacking = try await redeem(
            fixture, Self.vector("saml2"), .version2, ["resource": "https://graph.microsoft.com"])
        #expect(lacking.number == 65001)
        #expect(lacking.json["suberror"]?.stringValue == "consent_required")
        try await fixture.provider.admin.graph(
            .patch, "users/ada@contoso.test", ["userPrincipalName": "countess@contoso.test"])
        #expect(try await redeem(fixture, Self.vector("saml2"), .version2).number == 50034)
    }
}

extension ProviderFixture {
    /// A certificate unrelated to the vectors: that of a provider's RSA key.
    fileprivate func certificate() async throws -> String? {
        let other = try await ProviderFixture { $0.signingAlgorithm = .rs256 }
        let keys = try await other.provider.send(.get(try other.url("/common/discovery/v2.0/keys")))
        return keys.json["keys"]?.arrayValue?.first?["x5c"]?.arrayValue?.first?.stringValue
    }
}
