import KeyfobCore
import KeyfobIdP
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Kinds of accounts at the provider")
struct AccountKindTests {
    private static let read = "openid profile offline_access api://files/Files.Read"

    private func fixture(_ clientID: String = SeedData.everyoneClientID, _ segment: String = "common") async throws
        -> ProviderFixture
    {
        var fixture = try await ProviderFixture()
        fixture.clientID = clientID
        fixture.redirectURI =
            clientID == SeedData.suiteClientID ? "http://localhost:51000/contoso-a" : "http://localhost:51000"
        fixture.segment = segment
        return fixture
    }

    /// The code of a sign-in, or the number of the error that the page shows.
    private func outcome(_ fixture: inout ProviderFixture, _ user: String) async throws -> (
        tokens: TokenResponse?, number: Int?
    ) {
        let visit = try await fixture.signIn(
            Person(user: user, password: SeedData.password), scope: Self.read, ["prompt": "login"])
        guard visit.hasCode else { return (nil, visit.errorNumber) }
        let answer = try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "")
        return (try TokenResponse(parsing: answer.body), nil)
    }

    @Test("A refresh token of a personal account is valid at the personal accounts' tenant, not at an organization")
    func personalRefresh() async throws {
        var fixture = try await fixture()
        let tokens = try #require(try await outcome(&fixture, "mary@live.com").tokens)
        let token = tokens.refreshToken?.reveal() ?? ""
        for (segment, number) in [
            ("common", nil), ("consumers", nil), (Authority.personalAccountsTenant, nil), ("organizations", 50020),
            (SeedData.tenantID, 50020),
        ] as [(String, Int64?)] {
            fixture.segment = segment
            #expect(try await fixture.refresh(token).number == number, "\(segment)")
        }
    }

    @Test("Version 1 endpoints issue nothing to personal accounts")
    func versionOne() async throws {
        var fixture = try await fixture()
        let tokens = try #require(try await outcome(&fixture, "mary@live.com").tokens)
        let request = TokenRequest(
            grant: .refreshToken(tokens.refreshToken ?? Secret("")), clientID: fixture.clientID, scopes: [])
        let answer = try await fixture.provider.send(
            .form(try fixture.url("/common/oauth2/token"), request.parameters(.v1)))
        #expect(answer.status == 400 && answer.number == 90027)
    }

    @Test("A guest's tokens name the guest's home account; a disabled guest, and a user who is no guest, get none")
    func guests() async throws {
        var fixture = try await fixture(SeedData.suiteClientID, "fabrikam.test")
        let tokens = try #require(try await outcome(&fixture, "ada@contoso.test").tokens)
        #expect(tokens.clientInfo?.homeAccountID == "\(SeedData.adaID).\(SeedData.tenantID)")
        let idToken = try IDToken(decodingWithoutValidation: tokens.idToken?.reveal() ?? "")
        #expect(idToken.tenantID == SeedData.fabrikamID && idToken.objectID == SeedData.adaAtFabrikamID)
        #expect(idToken.preferredUsername == "ada@contoso.test" && idToken.claims["acct"] == 1)
        let users =
            try await fixture.provider.admin.graph(.get, "users", tenant: "fabrikam.test")["value"]?.arrayValue ?? []
        let names = users.compactMap { $0["userPrincipalName"]?.stringValue }
        #expect(names.contains("ada_contoso.test#EXT#@fabrikam.test"))
        // A guest object's own name cannot sign in: it has no password.
        #expect(try await outcome(&fixture, "ada_contoso.test#EXT#@fabrikam.test").number == 50126)
        #expect(try await outcome(&fixture, "grace@contoso.test").number == 50020)
        try await fixture.provider.admin.graph(
            .patch, "users/\(SeedData.adaAtFabrikamID)", ["accountEnabled": false], tenant: "fabrikam.test")
        #expect(try await fixture.refresh(tokens.refreshToken?.reveal() ?? "").number == 50057)
        fixture.segment = "contoso.test"
        #expect(try await fixture.refresh(tokens.refreshToken?.reveal() ?? "").number != 50057)
    }

    @Test("An invited account becomes one guest, a personal account too, but not at home, nor one that cannot sign in")
    func invited() async throws {
        var fixture = try await fixture(SeedData.everyoneClientID, "fabrikam.test")
        #expect(try await outcome(&fixture, "mary@live.com").number == 50020)
        let admin = fixture.provider.admin
        let guest = try await admin.invite("mary@live.com", to: "fabrikam.test")
        #expect(guest["userPrincipalName"]?.stringValue == "mary_live.com#EXT#@fabrikam.test")
        let tokens = try #require(try await outcome(&fixture, "mary@live.com").tokens)
        let idToken = try IDToken(decodingWithoutValidation: tokens.idToken?.reveal() ?? "")
        #expect(idToken.claims["idp"] == "live.com" && idToken.objectID == guest["id"]?.stringValue)
        #expect(tokens.clientInfo?.utid == Authority.personalAccountsTenant)
        let again = try await admin.invite("mary@live.com", to: "fabrikam.test")
        #expect(again["id"] == guest["id"])
        // No account, a customer and a user of another cloud: the response says nothing of it, and none of them signs in.
        for user in ["nobody@live.com", "emmy@shop.test", "wang@wingtip.test"] {
            #expect(try await admin.invite(user, to: "fabrikam.test")["id"]?.stringValue?.isEmpty == false, "\(user)")
            #expect(try await outcome(&fixture, user).tokens == nil, "\(user)")
        }
        for (user, tenant) in [
            ("alan@fabrikam.test", "fabrikam.test"), ("grace@contoso.test", "contoso.test"),
            ("grace@contoso.test", Authority.personalAccountsTenant),
        ] {
            let error = await #expect(throws: AdminClient.Refusal.self) { try await admin.invite(user, to: tenant) }
            #expect(error?.status == 400, "\(user)")
        }
    }

    @Test("An event that revokes a user's tokens at home revokes the guest's, too")
    func revoked() async throws {
        var fixture = try await fixture(SeedData.suiteClientID, "fabrikam.test")
        let tokens = try #require(try await outcome(&fixture, "ada@contoso.test").tokens)
        try await fixture.provider.admin.revoke(user: "ada@contoso.test")
        #expect(try await fixture.refresh(tokens.refreshToken?.reveal() ?? "").number == 50173)
    }

    @Test("A registration for one tenant is unknown in others, and so is an API for one")
    func oneTenant() async throws {
        var fixture = try await fixture(SeedData.suiteClientID, "fabrikam.test")
        func change(_ id: String) async throws {
            try await fixture.provider.admin.change(id, ["signInAudience": "AzureADMyOrg"])
        }
        try await change(SeedData.filesAppID)
        let api = try await fixture.signIn(ProviderFixture.ada, scope: Self.read)
        #expect(try ProviderFixture.reply(api)["error"] == "invalid_resource")
        try await change(SeedData.suiteClientID)
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: Self.read).errorNumber == 700_016)
        fixture.segment = "common"
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: Self.read).errorNumber == 50194)
        fixture.segment = "contoso.test"
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: Self.read).hasCode)
    }
}
