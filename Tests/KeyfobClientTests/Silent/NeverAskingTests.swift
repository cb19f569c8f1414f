import KeyfobClient
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("Silent calls and the user")
struct NeverAskingTests {
    @Test("R113: a silent call never starts the user agent, whatever its outcome")
    func neverStarts() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let browser = world.browser()
        let app = try world.app("b", browser: browser)
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        var forced = parameters
        forced.forceRefresh = true
        var codes: [AuthError.Code?] = []
        func call(_ parameters: SilentParameters) async {
            codes.append(
                await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }?.code)
        }
        await call(parameters)
        await call(forced)
        await call(SilentParameters(scopes: Contoso.readWrite, account: first.account))
        await call(SilentParameters(scopes: ["openid"], account: first.account))
        world.faults.fail(.unreachable)
        await call(forced)
        world.faults.heal()
        try await world.admin.revoke(user: Contoso.ada)
        await call(forced)
        try await app.removeAccount(first.account)
        await call(parameters)
        #expect(
            codes == [
                nil, nil, .interactionRequired, .configuration, .network, .interactionRequired, .interactionRequired,
            ])
        #expect(browser.visits.isEmpty)
    }

    @Test("R114: an interactive call opens the user agent although a valid token is stored")
    func alwaysStarts() async throws {
        let world = try await World()
        let browser = world.browser()
        let app = try world.app(browser: browser)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let stored = try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: first.account))
        #expect(stored.source == .cache)
        let second = try await app.acquireToken(
            InteractiveParameters(scopes: Contoso.read, account: first.account))
        #expect(browser.visits.count == 2)
        #expect(second.source == .interactive)
        #expect(second.accessToken != first.accessToken)
        #expect(try await world.count("password_prompt") == 1)
        #expect(try await world.count("tokens_issued") == 2)
    }

    @Test("R116: between the silent call's failure and the page the app's code runs")
    func hookBetween() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        try await world.admin.revoke(user: Contoso.ada)
        world.expireAccessTokens()
        let browser = world.browser()
        let app = try world.app("b", browser: browser)
        let hooks = Counter()
        let result = try await Self.token(from: app, of: first.account) {
            #expect(browser.visits.isEmpty)
            hooks.add()
        }
        #expect(hooks.count == 1)
        #expect(browser.visits.count == 1)
        #expect(result.account.isSameAccount(as: first.account))
    }

    /// An app's code to get a token: silently, else interactively after its hook.
    private static func token(
        from app: PublicClientApplication, of account: Account, hook: () -> Void
    ) async throws -> TokenResult {
        do {
            return try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
        } catch AuthError.interactionRequired {
            hook()
            return try await app.acquireToken(InteractiveParameters(scopes: Contoso.read, account: account))
        }
    }
}
