import Foundation
import KeyfobADALClient
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A provider of the strict profile issues refresh tokens for one use, accepts a second use within half a minute, and
/// ends the session on any later one.
@Suite("A used refresh token is replaced, whatever else fails")
struct RotationTests {
    enum Trouble: CaseIterable {
        case keysOutOfReach, unknownKey, wrongIssuer, wrongClock, noAccessToken
    }

    private func refreshTokens(_ world: World, _ account: Account) throws -> Set<Secret<String>> {
        let partition = try #require(try world.store.partition(homeAccountID: account.identifier))
        return Set(try partition.refreshTokens.map { token throws(AuthError) in try token.secret })
    }

    @Test("A refused response leaves the session alive", arguments: Trouble.allCases)
    func refused(_ trouble: Trouble) async throws {
        let world = try await World { $0.profile = .strict }
        let (_, first) = try await world.signedIn()
        let before = try refreshTokens(world, first.account)
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
        let clock = MovableClock(world.clock.now)
        let troubled: PublicClientApplication
        switch trouble {
        case .keysOutOfReach:
            world.faults.fail(.answer(HTTPResponse(status: 503)), to: "/keys")
            troubled = try world.app()
        case .unknownKey:
            troubled = try world.app(transport: ForgedIDTokens(world.wire, forgery: .unknownKey))
        case .wrongIssuer:
            troubled = try world.app(transport: ForgedIDTokens(world.wire, forgery: .issuer))
        case .noAccessToken:
            troubled = try world.app(
                transport: EditedTokens(base: world.wire) { $0["access_token"] = nil })
        case .wrongClock:
            clock.advance(seconds: 7200)
            troubled = try world.app(clock: clock)
        }
        let error = await failure { () async throws(AuthError) in try await troubled.acquireTokenSilent(parameters) }
        #expect(error != nil && error?.code != .interactionRequired)
        #expect(try await world.count("tokens_refreshed") == 1)
        #expect(try refreshTokens(world, first.account).isDisjoint(with: before))

        // After the half minute in which the spent token would still be accepted.
        world.faults.heal()
        world.clock.advance(seconds: 60)
        let result = try await world.app().acquireTokenSilent(parameters)
        #expect(result.source == .refresh && result.account.identifier == first.account.identifier)
    }

    @Test("The new refresh token is stored before the response is validated, as a kill in between shows")
    func beforeJudgement() async throws {
        let world = try await World { $0.profile = .strict }
        let (_, first) = try await world.signedIn()
        let before = try refreshTokens(world, first.account)
        let gate = GatedTransport(world.wire, path: "/keys")
        let app = try world.app(transport: gate)
        let call = Task {
            try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true))
        }
        await gate.reached()
        #expect(try refreshTokens(world, first.account).isDisjoint(with: before))
        gate.open()
        let result = try await call.value
        #expect(result.source == .refresh)
        // The tokens that came with it are stored too, once they were validated.
        let stored = try await world.app().acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: first.account))
        #expect(stored.source == .cache && stored.accessToken == result.accessToken)
    }

    @Test("A first sign-in whose response is refused leaves nothing behind")
    func firstSignIn() async throws {
        let world = try await World { $0.profile = .strict }
        world.faults.fail(.answer(HTTPResponse(status: 503)), to: "/keys")
        let app = try world.app(browser: world.browser())
        let error = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        #expect(error != nil)
        #expect(try world.store.homeAccountIDs().isEmpty)
    }

    @Test("An account removed during its refresh gets no new refresh token")
    func removedMeanwhile() async throws {
        let world = try await World { $0.profile = .strict }
        let (signedIn, first) = try await world.signedIn()
        let gate = GatedTransport(world.wire, path: "/token")
        let app = try world.app(transport: gate)
        let call = Task {
            try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true))
        }
        await gate.reached()
        try await signedIn.removeAccount(first.account)
        gate.open()
        await #expect(throws: AuthError.self) { try await call.value }
        #expect(try world.store.partition(homeAccountID: first.account.identifier)?.refreshTokens.isEmpty ?? true)
    }

    /// A version 1 client whose responses lack the access token, and its request.
    private func version1(
        _ world: World, cache: (any ADALCache)? = nil, tenant: String? = nil, isTroubled: Bool
    ) throws -> (ADALClient, ADALRequest) {
        var environment = ClientEnvironment(
            transport: EditedTokens(base: world.wire) { if isTroubled { $0["access_token"] = nil } },
            clock: world.clock, store: world.store, refreshLock: world.lock, pause: ImmediatePause(moving: world.clock))
        environment.adalCache = cache
        var request = ADALRequest(
            authority: Contoso.authority(tenant ?? Contoso.tenantID), clientID: Contoso.suite,
            appIdentifier: "http://localhost/contoso-a", resource: "api://files")
        request.user = ADALCacheUserIdentifier(Contoso.ada)
        request.validatesAuthority = false
        request.forceRefresh = true
        return (ADALClient(environment: environment), request)
    }

    @Test("The version 1 client keeps the store's session alive too")
    func version1() async throws {
        let world = try await World { $0.profile = .strict }
        // Version 1 requests everything that is registered, which the strict profile grants only where it was
        // authorized.
        let (_, first) = try await world.signedIn(scopes: ["api://files/.default"])
        let before = try refreshTokens(world, first.account)
        let (troubled, request) = try version1(world, isTroubled: true)
        let error = await failure { () async throws(AuthError) in try await troubled.acquireTokenSilent(request) }
        #expect(error?.code == .invalidResponse)
        #expect(try refreshTokens(world, first.account).isDisjoint(with: before))
        world.clock.advance(seconds: 60)
        let (client, _) = try version1(world, isTroubled: false)
        #expect(try await client.acquireTokenSilent(request).source == .refresh)
    }

    @Test("The version 1 client replaces a spent token in ADAL's cache")
    func adalItems() async throws {
        let world = try await World()
        let adal = ADALApp(world: world, cache: InMemoryADALCache())
        try await adal.signIn()
        func tokens() throws -> Set<Secret<String>> {
            Set(try adal.cache.items(ADALCacheQuery()).filter(\.hasRefreshToken).compactMap(\.refreshToken))
        }
        let before = try tokens()
        let (troubled, request) = try version1(world, cache: adal.cache, tenant: "common", isTroubled: true)
        let error = await failure { () async throws(AuthError) in try await troubled.acquireTokenSilent(request) }
        #expect(error?.code == .invalidResponse)
        #expect(try tokens().count == before.count && tokens().isDisjoint(with: before))
        let (client, _) = try version1(world, cache: adal.cache, tenant: "common", isTroubled: false)
        #expect(try await client.acquireTokenSilent(request).source == .refresh)
    }
}
