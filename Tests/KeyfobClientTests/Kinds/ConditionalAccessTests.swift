import KeyfobClient
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import KeyfobUserAgents
import Testing

@Suite("Tenants with Conditional Access")
struct ConditionalAccessTests {
    private static let key = Secret("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")

    /// The response of Contoso Files to a token.
    private func files(_ world: World, _ token: Secret<String>) async throws -> Int {
        var request = HTTPRequest.get(world.provider.base.with(path: "/api/files"))
        request.fields.set("Authorization", "Bearer \(token.reveal())")
        return try await world.provider.send(request).status
    }

    @Test(
        "R1: A enters a password and one code, of an app or a text; B and C are silent: one prompt for each",
        arguments: [true, false])
    func once(isTexted: Bool) async throws {
        let world = try await World()
        try await world.admin.require("mfa")
        let browser = world.browser()
        if isTexted {
            let admin = world.admin
            try await admin.setFactors(of: Contoso.ada, phoneNumber: "+4915550142")
            browser.person.readsText = { try await admin.lastTextedCode() }
        } else {
            try await world.admin.setFactors(of: Contoso.ada, authenticatorKey: Self.key)
            browser.person.authenticatorKey = Self.key
        }
        let app = try world.app("a", browser: browser)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        for name in ["b", "c"] {
            let other = try world.app(name)
            let account = try #require(try other.accounts().first)
            let cached = try await other.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
            #expect(cached.source == .cache)
            // A refresh works too: the refresh token carries the evidence of the sign-in.
            let renewed = try await world.renewed(other, account)
            #expect(renewed.source == .refresh)
            #expect(try await files(world, renewed.accessToken) == 200)
        }
        #expect(try await files(world, first.accessToken) == 200)
        #expect(try await world.count("password_prompt") == 1)
        #expect(try await world.count("second_factor_prompt") == 1)
        #expect(try await world.count("code_texted") == (isTexted ? 1 : 0))
    }

    @Test(
        "R17: a tenant that requires a compliant device refuses pages inside the app with a specific error and no token"
    )
    func embedded() async throws {
        let world = try await World()
        let id = try await world.admin.require("compliantDevice")
        let pages = ScriptedPageRenderer(
            person: Person(user: Contoso.ada, password: Contoso.password), transport: world.provider,
            clock: world.clock)
        let app = try world.app()
        var parameters = InteractiveParameters(scopes: Contoso.read)
        parameters.userAgent = EmbeddedUserAgent { pages }
        let error = try #require(
            await failure { () async throws(AuthError) in try await app.acquireToken(parameters) })
        #expect(error.server?.codes == [50097])
        #expect(error.code == .server)
        #expect(error.message.contains("The device has to authenticate"))
        #expect(pages.visits.last?.pages.contains("access-refused") == true)
        #expect(try await world.count("code_issued") == 0)
        #expect(try await world.count("tokens_issued") == 0)
        #expect(try app.accounts().isEmpty)
        // The policy is the only cause.
        try await world.admin.removePolicy(id)
        #expect(try await files(world, try await app.acquireToken(parameters).accessToken) == 200)
    }

    enum Kind: String, CaseIterable, Sendable {
        case work, customers, guests, conditionalAccess
    }

    @Test(
        "R4: work tenant, B2C policy, guests and Conditional Access: sign-in, then silent, and the API accepts it",
        arguments: Kind.allCases)
    func matrix(kind: Kind) async throws {
        let world = try await World()
        let isShop = kind == .customers
        let authority =
            switch kind {
            case .work, .conditionalAccess: Contoso.authority("contoso.test")
            case .customers: try Place.policy("B2C_1_signin")
            case .guests: Contoso.authority("fabrikam.test")
            }
        if kind == .conditionalAccess { try await world.admin.require("mfa") }
        let browser = world.browser(isShop ? "emmy@shop.test" : Contoso.ada)
        let app = try world.app(
            browser: browser, clientID: isShop ? SeedData.shopClientID : Contoso.suite, authority: authority)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let renewed = try await world.renewed(app, first.account, at: authority)
        let claims = try await world.validatedClaims(renewed.accessToken, at: authority)
        let tenant: String? =
            switch kind {
            case .work, .conditionalAccess: Contoso.tenantID
            case .customers: nil
            case .guests: SeedData.fabrikamID
            }
        #expect(claims["tid"]?.stringValue == tenant)
        for token in [first.accessToken, renewed.accessToken] { #expect(try await files(world, token) == 200) }
        #expect(browser.visits.last?.pages.contains("register-factor") == (kind == .conditionalAccess))
        #expect(try await world.count("password_prompt") == 1)
    }

    @Test("R122-part: an app without app protection gets the matching error, and a token once it is enrolled")
    func protection() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        try await world.admin.require("compliantApplication")
        let error = await failure { () async throws(AuthError) in
            try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true))
        }
        #expect(error?.code == .protectionPoliciesRequired)
        #expect(error?.server?.suberror == "protection_policy_required")
        #expect(error?.server?.codes == [53005])
    }
}
