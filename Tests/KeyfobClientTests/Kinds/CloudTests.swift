import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Clouds and tenants")
struct CloudTests {
    private static let main = Contoso.host
    private static let wang = "wang@wingtip.test"
    private static let stored = "sts.sovereign.test:8443"

    /// One application for everything; the app declares the two hosts as known.
    private func app(
        _ world: World, _ browser: ScriptedUserAgent, isInstanceAware: Bool = false, knows: Bool = true,
        knowsBoth: Bool = true
    ) throws -> PublicClientApplication {
        try world.app(browser: browser, authority: Contoso.authority("common")) { configuration in
            guard knows else { return }
            configuration.knownAuthorities = [Contoso.authority("common")]
            if knowsBoth { configuration.knownAuthorities.append(Place.authority(Place.sovereign, "common")) }
            configuration.multipleCloudsSupported = isInstanceAware
        }
    }

    @Test("R85: one instance serves two clouds with two tenants each, the authority given per call")
    func twoByTwo() async throws {
        let world = try await World()
        let browser = world.browser()
        let app = try app(world, browser)
        let rows = [
            (Self.main, "contoso.test", Contoso.tenantID, Contoso.ada),
            (Self.main, "fabrikam.test", SeedData.fabrikamID, Contoso.ada),
            (Place.sovereign, "wingtip.test", SeedData.wingtipID, Self.wang),
            (Place.sovereign, "tailspin.test", SeedData.tailspinID, Self.wang),
        ]
        var accounts: [String: Account] = [:]
        for (host, domain, tenant, user) in rows {
            browser.person.user = user
            let authority = Place.authority(host, domain)
            let result = try await app.acquireToken(
                InteractiveParameters(scopes: Contoso.read, account: accounts[user], authority: authority))
            accounts[user] = result.account
            let claims = try await world.validatedClaims(result.accessToken, at: authority)
            #expect(claims["tid"]?.stringValue == tenant)
            #expect(claims["iss"]?.stringValue == "https://\(host)/\(tenant)/v2.0")
        }
        #expect(try app.accounts().map(\.username) == [Contoso.ada, Self.wang])
        // Each of the four comes from the store, then from its own host again.
        for (host, domain, tenant, user) in rows {
            let account = try #require(accounts[user])
            let authority = Place.authority(host, domain)
            let parameters = SilentParameters(scopes: Contoso.read, account: account, authority: authority)
            let cached = try await app.acquireTokenSilent(parameters)
            #expect(cached.source == .cache && cached.tenantProfile?.tenantID == tenant)
            let before = world.refreshHosts.count
            let renewed = try await world.renewed(app, account, at: authority)
            #expect(renewed.source == .refresh && renewed.tenantProfile?.tenantID == tenant)
            #expect(world.refreshHosts.dropFirst(before) == [host])
        }
        #expect(try await world.passwords() == 2)
    }

    @Test("A refresh token never goes to another cloud or port, whatever authority the app names")
    func ownCloudOnly() async throws {
        let world = try await World()
        let app = try app(world, world.browser())
        let account = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read)).account
        for authority in [Place.authority(Place.sovereign, "common"), Place.authority(Place.sovereign, "wingtip.test")]
        {
            let error = await failure { () async throws(AuthError) in
                try await app.acquireTokenSilent(
                    SilentParameters(scopes: Contoso.read, account: account, authority: authority))
            }
            #expect(error?.code == .interactionRequired)
        }
        let port = Place.authority("localhost:8444", "contoso.test")
        _ = await failure { () async throws(AuthError) in
            try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: account, authority: port))
        }
        #expect(world.refreshHosts.isEmpty)
    }

    @Test("A cloud's aliases come from instance discovery: written under one, sent to one, read under all")
    func aliases() async throws {
        let world = try await World()
        let browser = world.browser(Self.wang)
        let app = try app(world, browser)
        let alias = Place.authority(Self.stored, "wingtip.test")
        let result = try await app.acquireToken(
            InteractiveParameters(scopes: Contoso.read, authority: Place.authority(Place.sovereign, "wingtip.test")))
        #expect(result.account.environment == Self.stored)
        let partition = try #require(try world.store.partition(homeAccountID: result.account.identifier))
        #expect(Set(partition.accessTokens.map(\.environment)) == [Self.stored])
        // Under its other name the same token is found, and requests go to the cloud's preferred host.
        let cached = try await app.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: result.account, authority: alias))
        #expect(cached.source == .cache && cached.accessToken == result.accessToken)
        _ = try await world.renewed(app, result.account, at: alias)
        #expect(world.refreshHosts == [Place.sovereign])
    }

    @Test("A known authority has one effect: without it each host is a separate cloud")
    func unknownHosts() async throws {
        let world = try await World()
        let browser = world.browser(Self.wang)
        let app = try app(world, browser, knows: false)
        let authority = Place.authority(Place.sovereign, "wingtip.test")
        let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read, authority: authority))
        #expect(result.account.environment == Place.sovereign)
        #expect(world.wire.requests(to: "/common/discovery/instance").isEmpty)
        // The refresh token is not sent to a host that merely claims to be the same cloud.
        let alias = Place.authority(Self.stored, "wingtip.test")
        let error = await failure { () async throws(AuthError) in
            try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: result.account, authority: alias))
        }
        #expect(error?.code == .interactionRequired && world.refreshHosts.isEmpty)
    }

    @Test(
        "A user of another cloud signs in if the app allows it, and is served by that cloud from then on",
        arguments: [true, false])
    func instanceAware(knowsBoth: Bool) async throws {
        let world = try await World()
        let browser = world.browser(Self.wang)
        let app = try app(world, browser, isInstanceAware: true, knowsBoth: knowsBoth)
        let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(result.authority.environment == Place.sovereign && result.authority.tenant == SeedData.wingtipID)
        let redemption = world.wire.requests(to: "/token").map(\.url.hostAndPort)
        #expect(redemption == [Place.sovereign])
        let claims = try await world.validatedClaims(result.accessToken, at: result.authority)
        #expect(claims["iss"]?.stringValue == "https://\(Place.sovereign)/\(SeedData.wingtipID)/v2.0")
        // Silently, with the authority that the app has always named.
        let silent = SilentParameters(scopes: Contoso.read, account: result.account)
        #expect(try await app.acquireTokenSilent(silent).source == .cache)
        #expect(try await world.renewed(app, result.account).authority.environment == Place.sovereign)
        #expect(world.refreshHosts == [Place.sovereign])
        // A user of the main cloud is served there.
        browser.person = Person(user: Contoso.ada, password: Contoso.password)
        browser.cookies = CookieJar()
        let own = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(own.authority.environment == Self.main)
        #expect(try await world.renewed(app, own.account).authority.environment == Self.main)
        // Only apps that allow it use the mapping: another app's authority stays unchanged.
        let plain = try self.app(world, browser)
        let error = await failure { () async throws(AuthError) in try await plain.acquireTokenSilent(silent) }
        #expect(error?.code == .interactionRequired)
    }

    @Test("An instance_aware extra parameter of the app admits other clouds' users too")
    func ownInstanceAware() async throws {
        let world = try await World()
        let app = try app(world, world.browser(Self.wang))
        var parameters = InteractiveParameters(scopes: Contoso.read)
        parameters.extraQueryParameters = ["instance_aware": "true"]
        let result = try await app.acquireToken(parameters)
        #expect(result.authority.environment == Place.sovereign && result.authority.tenant == SeedData.wingtipID)
        #expect(world.wire.requests(to: "/token").map(\.url.hostAndPort) == [Place.sovereign])
        let claims = try await world.validatedClaims(result.accessToken, at: result.authority)
        #expect(claims["iss"]?.stringValue == "https://\(Place.sovereign)/\(SeedData.wingtipID)/v2.0")
        let silent = SilentParameters(scopes: Contoso.read, account: result.account, authority: result.authority)
        #expect(try await app.acquireTokenSilent(silent).accessToken == result.accessToken)
        #expect(try await world.renewed(app, result.account, at: result.authority).source == .refresh)
        // An unknown cloud gets no code.
        let stranger = try world.app(browser: world.browser(Self.wang), authority: Contoso.authority("common"))
        world.wire.clear()
        let asked = parameters
        let error = await failure { () async throws(AuthError) in try await stranger.acquireToken(asked) }
        #expect(error?.code == .invalidResponse)
        #expect(world.wire.requests(to: "/token").isEmpty)
    }

    @Test("A user of another cloud is refused where the app does not allow it, or does not know that cloud")
    func refused() async throws {
        let world = try await World()
        let browser = world.browser(Self.wang)
        let app = try app(world, browser)
        let plain = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        #expect(plain?.code == .userCanceled && browser.visits.last?.errorNumber == 90038)
        let unaware = try world.app(browser: browser, authority: Contoso.authority("common")) {
            $0.multipleCloudsSupported = true
        }
        let error = await failure { () async throws(AuthError) in
            try await unaware.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        #expect(error?.code == .invalidResponse)
        // The code was not sent anywhere.
        #expect(world.wire.requests(to: "/token").isEmpty)
    }

    @Test("A host unknown to the public cloud is refused where the app requires that, and is not looked up again")
    func validated() async throws {
        let world = try await World()
        let directory = InstanceDirectory(world.provider)
        let app = try world.app(browser: world.browser(), transport: directory) { $0.validatesAuthorities = true }
        for _ in 0..<2 {
            let error = await failure { () async throws(AuthError) in
                try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            }
            #expect(error?.code == .configuration && error?.server?.error == "invalid_instance")
            #expect(error?.remedy?.contains("knownAuthorities") == true)
        }
        #expect(directory.questions == 1)
        let known = try world.app(browser: world.browser(), transport: directory) {
            $0.validatesAuthorities = true
            $0.knownAuthorities = [Contoso.authority()]
        }
        #expect(try await known.acquireToken(InteractiveParameters(scopes: Contoso.read)).source == .interactive)
        #expect(directory.questions == 1)
    }
}
