import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Tokens written for apps that still use ADAL")
struct SeedingTests {
    @Test("Tokens of either generation of ADAL are used, and ADAL finds those of a sign-in here")
    func bothWays() async throws {
        for place in ADALCachePlace.allCases {
            for generation in ADALApp.Generation.allCases {
                try await place.withCache { cache in
                    let world = try await World()
                    let adal = ADALApp(world: world, cache: cache, generation: generation, tenant: "contoso.test")
                    // From ADAL to Keyfob.
                    try await adal.signIn()
                    let browser = world.browser(Contoso.grace)
                    let app = try world.migrated(cache, browser: browser, tenant: "contoso.test", seeds: true)
                    let ada = try #require(try app.account(username: Contoso.ada))
                    let moved = try await app.acquireTokenSilent(
                        SilentParameters(scopes: Contoso.read, account: ada))
                    #expect(moved.account.username == Contoso.ada)
                    // From Keyfob to ADAL: it files by authority, client and user, and redeems at the version 1
                    // endpoint.
                    _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
                    let key = ADALCacheKey(
                        authority: "https://\(Contoso.host)/contoso.test", resource: nil, clientID: adal.clientID,
                        userID: Contoso.grace)
                    let found = try #require(try cache.items(ADALCacheQuery()).first { $0.key == key })
                    #expect(found.kind == .multiResource)
                    let answer = try await adal.redeem(#require(found.refreshToken))
                    let claims = try #require(answer.idToken.map { ADALCacheUserInformation(rawIDToken: $0) })
                    #expect(claims.userID == Contoso.grace)
                }
            }
        }
    }

    @Test("An existing refresh token stays; a missing one is also written at the next refresh")
    func sparing() async throws {
        try await ADALCachePlace.file.withCache { cache in
            let world = try await World()
            let app = try world.migrated(cache, browser: world.browser(), tenant: "common", seeds: true)
            let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            let seeded = try cache.items(ADALCacheQuery())
            #expect(seeded.map(\.kind) == [.multiResource])
            #expect(seeded.first?.authority == "https://\(Contoso.host)/common")
            #expect(seeded.first?.homeAccountID == first.account.identifier)
            let parameters = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
            _ = try await app.acquireTokenSilent(parameters)
            #expect(try cache.items(ADALCacheQuery()) == seeded)
            try cache.remove(seeded, by: "adal", at: world.clock.now)
            _ = try await app.acquireTokenSilent(parameters)
            #expect(try cache.items(ADALCacheQuery()).map(\.key) == seeded.map(\.key))
            #expect(try app.accounts().count == 1)
        }
    }

    @Test("A family's refresh token is written for the family too, and serves another app through the family alone")
    func family() async throws {
        try await ADALCachePlace.keychain.withCache { cache in
            let world = try await World()
            let provider = EditedTokens(base: world.wire) { $0["foci"] = "1" }
            let app = try world.migrated(
                cache, browser: world.browser(), tenant: "common", seeds: true, transport: provider)
            let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            let seeded = try cache.items(ADALCacheQuery())
            #expect(Set(seeded.map(\.kind)) == [.multiResource, .family("1")])
            #expect(Set(seeded.map(\.refreshToken)).count == 1)
            try cache.remove(seeded.filter { $0.kind == .multiResource }, by: "adal", at: world.clock.now)
            let other = try world.migrated(cache, "b", store: InMemoryCredentialStore())
            let account = try #require(try other.account(for: first.account.identifier))
            let result = try await other.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
            #expect(result.account.identifier == first.account.identifier)
        }
    }

    @Test("Nothing is written unless the app requests it, and a cache that fails does not fail the sign-in")
    func optional() async throws {
        let world = try await World()
        try await ADALCachePlace.keychain.withCache { cache in
            let app = try world.migrated(cache, browser: world.browser())
            _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            #expect(try cache.items(ADALCacheQuery()).isEmpty)
        }
        let broken = BrokenADALCache(.storeUnavailable)
        let app = try world.migrated(broken, "b", browser: world.browser(Contoso.grace), seeds: true)
        #expect(try await app.acquireToken(InteractiveParameters(scopes: Contoso.read)).source == .interactive)
        #expect(world.log.texts.contains { $0.contains("could not be stored for ADAL") })
    }
}
