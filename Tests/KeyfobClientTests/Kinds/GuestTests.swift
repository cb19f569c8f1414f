import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobIdP
import KeyfobTesting
import Testing

@Suite("Guests")
struct GuestTests {
    private static let home = Contoso.authority("contoso.test")
    private static let resource = Contoso.authority("fabrikam.test")

    @Test("R128: a guest is served at home and in the resource tenant by one instance, the authority given per call")
    func twoTenants() async throws {
        let world = try await World()
        let app = try world.app(browser: world.browser(), authority: Self.home)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let account = first.account
        #expect(first.authority.tenant == Contoso.tenantID)

        // The same account, another authority: the first time the user consents there, then silently.
        let silent = SilentParameters(scopes: Contoso.read, account: account, authority: Self.resource)
        let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(silent) }
        #expect(error?.code == .interactionRequired && error?.server?.suberror == "consent_required")
        let there = try await app.acquireToken(
            InteractiveParameters(scopes: Contoso.read, account: account, authority: Self.resource))
        // No password was entered again.
        #expect(try await world.passwords() == 1)
        #expect(there.account.identifier == account.identifier && there.authority.tenant == SeedData.fabrikamID)
        #expect(there.account.username == Contoso.ada)

        // Each token belongs to its tenant, where the user is another object.
        let atHome = try await world.validatedClaims(first.accessToken, at: Self.home)
        let asGuest = try await world.validatedClaims(there.accessToken, at: Self.resource)
        #expect(atHome["oid"]?.stringValue == SeedData.adaID && atHome["acct"] == nil)
        #expect(asGuest["tid"]?.stringValue == SeedData.fabrikamID)
        #expect(asGuest["oid"]?.stringValue == SeedData.adaAtFabrikamID && asGuest["acct"]?.integerValue == 1)
        #expect(asGuest["home_oid"]?.stringValue == SeedData.adaID)
        #expect(asGuest["home_tid"]?.stringValue == Contoso.tenantID)
        #expect(asGuest["idp"]?.stringValue?.contains(Contoso.tenantID) == true)
        #expect(asGuest["sub"] != atHome["sub"])

        // Both from the store, each by its authority; and both renewed by one refresh token.
        let cached = try await app.acquireTokenSilent(silent)
        #expect(cached.source == .cache && cached.accessToken == there.accessToken)
        let own = SilentParameters(scopes: Contoso.read, account: account, authority: Self.home)
        #expect(try await app.acquireTokenSilent(own).accessToken == first.accessToken)
        for (authority, tenant) in [(Self.home, Contoso.tenantID), (Self.resource, SeedData.fabrikamID)] {
            let renewed = try await world.renewed(app, account, at: authority)
            #expect(renewed.authority.tenant == tenant && renewed.tenantProfile?.tenantID == tenant)
        }
        // `common` and `organizations` mean the home tenant.
        for segment in ["common", "organizations"] {
            let result = try await world.renewed(app, account, at: Contoso.authority(segment))
            #expect(result.authority.tenant == Contoso.tenantID)
        }
        #expect(try await world.passwords() == 1)
    }

    @Test(
        "One account has a profile in each tenant, the home's first, with that tenant's claims; its own are the home's")
    func profiles() async throws {
        let world = try await World()
        let app = try world.app(browser: world.browser(), authority: Self.resource)
        // The resource tenant first, so that the order differs from that of the sign-ins.
        let guest = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read)).account
        #expect(guest.identifier == "\(SeedData.adaID).\(Contoso.tenantID)")
        #expect(guest.claims == nil && guest.tenantProfiles.map(\.isHomeTenant) == [false])
        _ = try await app.acquireToken(
            InteractiveParameters(scopes: Contoso.read, account: guest, authority: Self.home))
        #expect(try app.accounts().count == 1)
        let account = try #require(try app.account(for: guest.identifier))
        let profiles = account.tenantProfiles
        #expect(profiles.map(\.tenantID) == [Contoso.tenantID, SeedData.fabrikamID])
        #expect(profiles.map(\.identifier) == [SeedData.adaID, SeedData.adaAtFabrikamID])
        #expect(profiles.map(\.isHomeTenant) == [true, false])
        #expect(profiles.map { $0.claims?["oid"]?.stringValue } == [SeedData.adaID, SeedData.adaAtFabrikamID])
        #expect(account.claims?["tid"]?.stringValue == Contoso.tenantID)
        // Its name differs in the tenants; the account shows the home's, and the identifier finds the tokens.
        #expect(account.username == Contoso.ada)
    }

    @Test("A user who is no guest of a tenant gets no token there, neither by a page nor by a refresh token")
    func stranger() async throws {
        let world = try await World()
        let browser = world.browser(Contoso.grace)
        let app = try world.app(browser: browser, authority: Self.home)
        let account = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read)).account
        let refused = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: Contoso.read, authority: Self.resource))
        }
        #expect(refused?.code == .userCanceled && browser.visits.last?.errorNumber == 50020)
        let silent = await failure { () async throws(AuthError) in
            try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: account, authority: Self.resource))
        }
        #expect(silent?.code == .interactionRequired && silent?.server?.codes == [50020])
    }
}
