import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("Removing an account in ADAL's cache")
struct ADALRemovalTests {
    /// Checks that must hold after the removal in every case.
    private func expectGone(
        _ account: Account, _ app: PublicClientApplication, _ world: World
    ) async throws {
        #expect(try app.accounts().isEmpty)
        let refreshes = world.refreshes
        let error = await failure { () async throws(AuthError) in
            try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
        }
        #expect(error?.code == .interactionRequired)
        #expect(world.refreshes == refreshes)
    }

    @Test("Before the migration: the client's items go, the family's and other users' stay, and it is not listed again")
    func beforeTheMove() async throws {
        for place in ADALCachePlace.allCases {
            for generation in ADALApp.Generation.allCases {
                try await place.withCache { cache in
                    let world = try await World()
                    let adal = ADALApp(world: world, cache: cache, generation: generation, family: "1")
                    try await adal.signIn()
                    try await adal.signIn(Contoso.grace)
                    let app = try world.migrated(cache)
                    let account = try #require(try app.account(username: Contoso.ada))
                    let grace = try #require(try app.account(username: Contoso.grace))
                    try await app.removeAccount(account)
                    let left = try cache.items(ADALCacheQuery(userID: Contoso.ada))
                    #expect(left.map(\.clientID) == ["foci-1"])
                    #expect(try cache.items(ADALCacheQuery(userID: Contoso.grace)).count == 3)
                    #expect(try app.accounts().map(\.identifier) == [grace.identifier])
                    let error = await failure { () async throws(AuthError) in
                        try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
                    }
                    #expect(error?.code == .interactionRequired)
                    // Another app of the suite still has the family's token.
                    #expect(try world.migrated(cache, "b").accounts().count == 2)
                }
            }
        }
    }

    @Test("After the migration: both caches lose it, also by the account as it was listed before")
    func afterTheMove() async throws {
        for isStale in [false, true] {
            try await ADALCachePlace.file.withCache { cache in
                let world = try await World()
                try await ADALApp(world: world, cache: cache, generation: .old).signIn()
                let app = try world.migrated(cache)
                let listed = try #require(try app.accounts().first)
                let moved = try await app.acquireTokenSilent(
                    SilentParameters(scopes: Contoso.read, account: listed)
                ).account
                try await app.removeAccount(isStale ? listed : moved)
                #expect(try cache.items(ADALCacheQuery()).isEmpty)
                let partition = try #require(try world.store.partition(homeAccountID: moved.identifier))
                #expect(partition.refreshTokens.isEmpty && partition.accessTokens.isEmpty)
                try await expectGone(listed, app, world)
                try await expectGone(moved, app, world)
                #expect(try world.store.partition(homeAccountID: "")?.signInStates.isEmpty ?? true)
            }
        }
    }

    @Test("In a keychain a removal leaves the wipe marker with the app's name and the time")
    func wipeMarker() async throws {
        let world = try await World()
        let keychain = SimulatedKeychain()
        let cache = ADALKeychainCache(
            keychain.app(AppEntitlements(keychainAccessGroups: [ADALCachePlace.group])),
            accessGroup: ADALCachePlace.group,
            platform: .iOS)
        try await ADALApp(world: world, cache: cache).signIn()
        let app = try world.migrated(cache)
        try await app.removeAccount(#require(try app.accounts().first))
        let item = try #require(try keychain.items().first)
        #expect(item.account == "TokenWipe")
        let marker = try #require(ADALWipeMarker(archive: item.value.reveal()))
        #expect(marker.bundleID == "http://localhost/contoso-a")
        #expect(marker.wipeTime.unixSeconds == world.clock.unixSeconds)
    }

    @Test("A wipe removes the family's and every client's items too")
    func wipe() async throws {
        try await ADALCachePlace.keychain.withCache { cache in
            let world = try await World()
            try await ADALApp(world: world, cache: cache, generation: .old, family: "1").signIn()
            try await ADALApp(world: world, cache: cache, generation: .old).signIn(Contoso.grace)
            let app = try world.migrated(cache)
            let account = try #require(try app.account(username: Contoso.ada))
            try await app.wipeAccount(account)
            #expect(try cache.items(ADALCacheQuery(userID: Contoso.ada)).isEmpty)
            #expect(try app.accounts().map(\.username) == [Contoso.grace])
        }
    }

    @Test("Signing in again restores a removed account")
    func again() async throws {
        try await ADALCachePlace.keychain.withCache { cache in
            let world = try await World()
            try await ADALApp(world: world, cache: cache, generation: .old, family: "1").signIn()
            let app = try world.migrated(cache, browser: world.browser())
            try await app.removeAccount(#require(try app.accounts().first))
            let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            #expect(try app.accounts().map(\.identifier) == [result.account.identifier])
        }
    }

    @Test("A removal during the migration is final", arguments: ADALApp.Generation.allCases)
    func duringTheMove(_ generation: ADALApp.Generation) async throws {
        try await ADALCachePlace.file.withCache { cache in
            let world = try await World()
            try await ADALApp(world: world, cache: cache, generation: generation).signIn()
            let gate = GatedTransport(world.wire, path: "/token")
            let slow = try world.migrated(cache, transport: gate)
            let account = try #require(try slow.accounts().first)
            let call = Task {
                try await slow.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
            }
            await gate.reached()
            try await slow.removeAccount(account)
            gate.open()
            let error = await #expect(throws: AuthError.self) { try await call.value }
            #expect(error?.code == .interactionRequired)
            #expect(try slow.accounts().isEmpty)
            for identifier in try world.store.homeAccountIDs() {
                #expect(try world.store.partition(homeAccountID: identifier)?.refreshTokens.isEmpty ?? true)
            }
        }
    }
}
