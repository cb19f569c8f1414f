import Foundation
import KeyfobADALClient
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobIdPCore
import KeyfobTesting
import Testing

/// A provider of the strict profile replaces each refresh token, and ends the session if one is redeemed again. So none
/// may be redeemed whose successor cannot be stored.
@Suite("A refresh token is redeemed only if its successor can be stored")
struct RoomTests {
    private func app(
        _ world: World, store: (any CredentialStore)? = nil, lock: (any RefreshLock)? = nil
    ) throws -> PublicClientApplication {
        try PublicClientApplication(
            configuration: ClientConfiguration(
                clientID: Contoso.suite, redirectURI: RedirectURI("http://localhost/contoso-a"),
                authority: Contoso.authority()),
            environment: ClientEnvironment(
                transport: world.wire, clock: world.clock, store: store ?? world.store,
                refreshLock: lock ?? world.lock, pause: ImmediatePause(moving: world.clock)))
    }

    @Test("On a full disk forced refreshes are refused before any request, and the session lives on")
    func fullDisk() async throws {
        let world = try await World { $0.profile = .strict }
        let (_, first) = try await world.signedIn()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
        let full = try app(world, store: StoreWithoutRoom(base: world.store))
        for _ in 0..<3 {
            let error = await failure { () async throws(AuthError) in try await full.acquireTokenSilent(parameters) }
            #expect(error?.code == .storeUnavailable && error?.remedy == "Make room.")
            world.clock.advance(seconds: 60)
        }
        #expect(try await world.count("tokens_refreshed") == 0)
        #expect(try await app(world).acquireTokenSilent(parameters).source == .refresh)
    }

    @Test(
        "A stored token that is about to expire is returned where no new one can be stored or locked",
        arguments: [true, false])
    func spare(isFull: Bool) async throws {
        let world = try await World { $0.profile = .strict }
        let (_, first) = try await world.signedIn()
        world.clock.set(first.expiresOn.addingTimeInterval(-200))
        let app =
            try isFull
            ? app(world, store: StoreWithoutRoom(base: world.store)) : app(world, lock: UnsupportedLock())
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        let result = try await app.acquireTokenSilent(parameters)
        #expect(result.source == .cache && result.accessToken == first.accessToken)
        world.clock.advance(seconds: 201)
        let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
        #expect(error?.code == .storeUnavailable && error?.remedy != nil)
        #expect(try await world.count("tokens_refreshed") == 0)
    }

    @Test("The version 1 client redeems none either, whichever of its two caches is full", arguments: [true, false])
    func version1(isStoreFull: Bool) async throws {
        let world = try await World { $0.profile = .strict }
        // Version 1 requests everything that is registered, which the strict profile grants only where it was
        // authorized.
        _ = try await world.signedIn(scopes: ["api://files/.default"])
        func client(isFull: Bool) -> ADALClient {
            let cache = InMemoryADALCache()
            var environment = ClientEnvironment(
                transport: world.wire, clock: world.clock,
                store: isFull && isStoreFull ? StoreWithoutRoom(base: world.store) : world.store,
                refreshLock: world.lock, pause: ImmediatePause(moving: world.clock))
            environment.adalCache = isFull && !isStoreFull ? ADALCacheWithoutRoom(base: cache) : cache
            return ADALClient(environment: environment)
        }
        var request = ADALRequest(
            authority: Contoso.authority(Contoso.tenantID), clientID: Contoso.suite,
            appIdentifier: "http://localhost/contoso-a", resource: "api://files")
        request.user = ADALCacheUserIdentifier(Contoso.ada)
        request.validatesAuthority = false
        request.forceRefresh = true
        let asked = request
        let error = await failure { () async throws(AuthError) in
            try await client(isFull: true).acquireTokenSilent(asked)
        }
        #expect(error?.code == .storeUnavailable)
        #expect(try await world.count("tokens_refreshed") == 0)
        #expect(try await client(isFull: false).acquireTokenSilent(asked).source == .refresh)
    }
}
