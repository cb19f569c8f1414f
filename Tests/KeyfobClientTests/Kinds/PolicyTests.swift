import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("B2C policies")
struct PolicyTests {
    private static let emmy = "emmy@shop.test"

    private func app(
        _ world: World, _ browser: ScriptedUserAgent, _ authority: Authority
    ) throws -> PublicClientApplication {
        try world.app(browser: browser, clientID: SeedData.shopClientID, authority: authority)
    }

    @Test("R78: work accounts sign in, and customers by a B2C policy's authority in each of its three forms")
    func workAndPolicy() async throws {
        let world = try await World()
        let work = try world.app(browser: world.browser())
        let ada = try await work.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(try await world.validatedScopes(ada.accessToken).contains("Files.Read"))
        let host = "https://\(Place.shop)"
        let tenant = "contososhop.onmicrosoft.com"
        let forms = [
            "\(host)/tfp/\(tenant)/B2C_1_signin", "\(host)/\(tenant)/b2c_1_signin", "\(host)/\(tenant)?p=B2C_1_SignIn",
        ]
        #expect(Set(try forms.map { try Authority($0.replacing(".test:8443", with: ".com")) }).count == 1)
        for form in forms {
            let world = try await World()
            let authority = try Authority.b2c(form)
            let app = try app(world, world.browser(Self.emmy), authority)
            let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            let oid = "22222222-0000-4000-8000-000000000007"
            #expect(result.account.identifier == "\(oid)-b2c_1_signin.\(SeedData.b2cID)")
            #expect(result.account.username == Self.emmy)
            #expect(result.authority.description == "\(host)/tfp/\(SeedData.b2cID)/b2c_1_signin")
            let claims = try await world.validatedClaims(result.accessToken, at: authority)
            #expect(claims["tfp"]?.stringValue == "B2C_1_signin" && claims["sub"]?.stringValue == oid)
            #expect(claims["iss"]?.stringValue == "\(host)/\(SeedData.b2cID)/v2.0/" && claims["tid"] == nil)
            #expect(result.account.claims?["emails"]?.arrayValue?.first?.stringValue == Self.emmy)
            // Silently: from the store by the form that the app uses, then by a refresh.
            let account = try #require(try app.accounts().first)
            let silent = SilentParameters(scopes: Contoso.read, account: account)
            #expect(try await app.acquireTokenSilent(silent).source == .cache)
            #expect(try await world.renewed(app, account).source == .refresh)
        }
    }

    @Test(
        "Each policy has its own account and tokens; the right one is used, and a sign-in under both is one user"
    )
    func perPolicy() async throws {
        let world = try await World()
        let browser = world.browser(Self.emmy)
        browser.person.newName = "Emmy N."
        let signIn = try Place.policy("b2c_1_signin")
        let profile = try Place.policy("b2c_1_profile")
        let app = try app(world, browser, signIn)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read)).account
        // The other policy's tokens cannot be obtained with this one's, and no request is sent to find that out.
        let silent = SilentParameters(scopes: Contoso.read, account: first, authority: profile)
        let early = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(silent) }
        #expect(early?.code == .interactionRequired && early?.message.contains("b2c_1_profile") == true)
        #expect(world.refreshHosts.isEmpty)
        // A sign-in under both, with the account that the app has, is the same user.
        let second = try await app.acquireToken(
            InteractiveParameters(scopes: Contoso.read, account: first, authority: profile))
        #expect(browser.visits.last?.pages.contains("profile") == true)
        #expect(second.account.identifier != first.identifier)
        #expect(second.account.claims?["name"]?.stringValue == "Emmy N.")
        #expect(try app.accounts().count == 2)
        // From now on either account gets either policy's tokens.
        let result = try await app.acquireTokenSilent(silent)
        #expect(result.source == .cache && result.account.identifier == second.account.identifier)
        let renewed = try await world.renewed(app, second.account, at: signIn)
        #expect(renewed.account.identifier == first.identifier)
    }

    @Test("The server refuses a refresh token at another policy with AADB2C90088")
    func otherPolicy() async throws {
        let world = try await World()
        let app = try app(world, world.browser(Self.emmy), try Place.policy("b2c_1_signin"))
        let account = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read)).account
        let stored = try #require(try world.store.partition(homeAccountID: account.identifier)?.refreshTokens.first)
        let token = TokenRequest(
            grant: .refreshToken(try stored.secret), clientID: SeedData.shopClientID, scopes: ["openid"])
        let url = try #require(
            HTTPURL("https://\(Place.shop)/contososhop.onmicrosoft.com/b2c_1_profile/oauth2/v2.0/token"))
        let answer = try await world.provider.send(.form(url, token.parameters()))
        let error = try #require(OAuthErrorResponse(parsing: answer.body))
        #expect(answer.status == 400 && error.error == "invalid_grant" && error.b2cCode == 90088)
        #expect(AuthError(error, status: 400, retryAfter: nil, during: .silent).code == .interactionRequired)
    }

    @Test("A forgotten password is distinguished from a cancelled sign-in")
    func forgotten() async throws {
        let world = try await World()
        let browser = world.browser(Self.emmy)
        browser.person.hasForgottenPassword = true
        let app = try app(world, browser, try Place.policy("b2c_1_signin"))
        let forgotten = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        #expect(forgotten?.code == .interactionRequired && forgotten?.server?.b2cCode == 90118)
        #expect(forgotten?.remedy?.contains("password reset policy") == true)
        browser.person.hasForgottenPassword = false
        let profile = try Place.policy("b2c_1_profile")
        let cancelled = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: Contoso.read, authority: profile))
        }
        #expect(cancelled?.code == .userCanceled && cancelled?.server?.b2cCode == 90091)
        #expect(try app.accounts().isEmpty)
    }

    @Test("A work account is unknown at a policy, and a customer is unknown at the work accounts' tenant")
    func apart() async throws {
        let world = try await World()
        let browser = world.browser()
        let policy = try app(world, browser, try Place.policy("b2c_1_signin"))
        let shop = await failure { () async throws(AuthError) in
            try await policy.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        #expect(shop?.code == .userCanceled && browser.visits.last?.errorNumber == 50126)
        let customer = world.browser(Self.emmy)
        let common = try world.app(browser: customer, authority: Contoso.authority("common"))
        let work = await failure { () async throws(AuthError) in
            try await common.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        #expect(work?.code == .userCanceled && customer.visits.last?.errorNumber == 50020)
    }
}
