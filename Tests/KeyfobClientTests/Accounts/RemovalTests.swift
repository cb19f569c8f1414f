import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Removing an account")
struct RemovalTests {
    @Test("R34: removal is narrow; wiping is a separate call, affects every app and is logged")
    func narrow() async throws {
        let world = try await World()
        let (a, first) = try await world.signedIn("a")
        let b = try world.app("b")
        let fabrikam = try world.app(browser: world.browser(), clientID: Contoso.fabrikam)
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        _ = try await b.acquireTokenSilent(parameters)
        _ = try await fabrikam.acquireToken(InteractiveParameters(scopes: []))
        let theirs = SilentParameters(scopes: [], account: first.account)
        try await a.removeAccount(first.account)
        #expect(try await b.acquireTokenSilent(parameters).source == .cache)
        #expect(try await fabrikam.acquireTokenSilent(theirs).source == .cache)
        #expect(!world.log.texts.contains { $0.contains("wiped") })
        try await b.wipeAccount(first.account)
        #expect(world.log.texts.contains { $0.contains("wiped") })
        #expect(
            await failure { () async throws(AuthError) in try await b.acquireTokenSilent(parameters) }?.code
                == .interactionRequired)
        #expect(
            await failure { () async throws(AuthError) in try await fabrikam.acquireTokenSilent(theirs) }?.code
                == .interactionRequired)
        #expect(try world.store.homeAccountIDs().isEmpty)
    }

    @Test("R105: a removed account is out of the app's reach, and silent calls require the user")
    func inaccessible() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        try await app.removeAccount(first.account)
        #expect(try app.accounts().isEmpty)
        world.wire.clear()
        for _ in 0..<2 {
            let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
            #expect(error?.code == .interactionRequired)
        }
        let restarted = try world.app()
        #expect(try restarted.accounts().isEmpty)
        #expect(
            await failure { () async throws(AuthError) in try await restarted.acquireTokenSilent(parameters) }?.code
                == .interactionRequired)
        #expect(world.wire.exchanges.isEmpty)
    }

    @Test("R106: other apps and the browser keep the account")
    func othersKeepIt() async throws {
        let world = try await World()
        let browser = world.browser()
        let a = try world.app("a", browser: browser)
        let first = try await a.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let b = try world.app("b")
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        _ = try await b.acquireTokenSilent(parameters)
        try await a.removeAccount(first.account)
        #expect(try a.accounts().isEmpty)
        #expect(try b.accounts().map(\.identifier) == [first.account.identifier])
        #expect(try await b.acquireTokenSilent(parameters).accessToken == first.accessToken)
        world.expireAccessTokens()
        #expect(try await b.acquireTokenSilent(parameters).source == .refresh)
        // The browser still has her session: no password is requested.
        _ = try await a.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(try await world.count("password_prompt") == 1)
        #expect(try a.accounts().map(\.identifier) == [first.account.identifier])
    }

    @Test("The last app of a client removes the credentials too")
    func lastApp() async throws {
        let world = try await World()
        let (a, first) = try await world.signedIn("a")
        let b = try world.app("b")
        _ = try await b.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: first.account))
        try await a.removeAccount(first.account)
        try await b.removeAccount(first.account)
        let left = try #require(try world.store.partition(homeAccountID: first.account.identifier))
        #expect(left.accessTokens.isEmpty && left.refreshTokens.isEmpty && left.idTokens.isEmpty)
    }

    @Test("An account removed in this app has to enter its password when the app requests it by name")
    func entersPassword() async throws {
        let world = try await World()
        let browser = world.browser()
        let app = try world.app(browser: browser)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        try await app.removeAccount(first.account)
        _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read, account: first.account))
        #expect(try await world.count("password_accepted") == 2)
    }

    @Test("A removal during a refresh is final: the refresh does not restore the account", arguments: [false, true])
    func duringRefresh(_ isWipe: Bool) async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn("a")
        let gate = GatedTransport(world.wire, path: "/token")
        let app = try world.app("a", transport: gate)
        world.expireAccessTokens()
        let call = Task {
            try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: first.account))
        }
        await gate.reached()
        if isWipe { try await app.wipeAccount(first.account) } else { try await app.removeAccount(first.account) }
        gate.open()
        let error = await #expect(throws: AuthError.self) { try await call.value }
        #expect(error?.code == .interactionRequired)
        #expect(try app.accounts().isEmpty)
        #expect(try world.store.partition(homeAccountID: first.account.identifier)?.refreshTokens.isEmpty ?? true)
    }

    @Test("A removal in one app during its refresh leaves the new refresh token to the others")
    func duringRefreshOfTwo() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn("a")
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        let b = try world.app("b")
        _ = try await b.acquireTokenSilent(parameters)
        let before = try #require(try world.store.partition(homeAccountID: first.account.identifier)).refreshTokens
        let gate = GatedTransport(world.wire, path: "/token")
        let a = try world.app("a", transport: gate)
        world.expireAccessTokens()
        let call = Task { try await a.acquireTokenSilent(parameters) }
        await gate.reached()
        try await a.removeAccount(first.account)
        gate.open()
        await #expect(throws: AuthError.self) { try await call.value }
        #expect(try a.accounts().isEmpty)
        let after = try #require(try world.store.partition(homeAccountID: first.account.identifier)).refreshTokens
        #expect(try after.first?.secret != before.first?.secret)
        #expect(try await b.acquireTokenSilent(parameters).source == .cache)
    }
}
