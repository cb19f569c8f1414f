import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Refused ADAL refresh tokens")
struct ADALCacheErrorTests {
    private func refuse(_ world: World, _ error: JSONValue, status: Int = 400, count: Int = 1) {
        world.faults.fail(
            .answer(
                HTTPResponse(status: status, fields: ["Content-Type": "application/json"], body: error.bytes())),
            to: "/token", count: count)
    }

    private func silent(_ app: PublicClientApplication, _ account: Account) async -> AuthError? {
        await failure { () async throws(AuthError) in
            try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
        }
    }

    @Test("A bad token is deleted, and the family's is tried next")
    func badToken() async throws {
        try await ADALCachePlace.keychain.withCache { cache in
            let world = try await World()
            let adal = ADALApp(world: world, cache: cache, family: "1")
            var own = try await adal.signIn()
            own.refreshToken = Secret("rotten")
            try cache.put([own], sparing: false)
            let app = try world.migrated(cache)
            let account = try #require(try app.accounts().first)
            refuse(world, ["error": "invalid_grant", "suberror": "bad_token"])
            #expect(await silent(app, account) == nil)
            #expect(world.refreshes == 2)
            let left = try cache.items(ADALCacheQuery()).map(\.kind)
            #expect(left.contains(.family("1")) && !left.contains(.multiResource))
        }
    }

    @Test("A token replaced during the request stays")
    func replacedMeanwhile() async throws {
        try await ADALCachePlace.file.withCache { cache in
            let world = try await World()
            var item = try await ADALApp(world: world, cache: cache).signIn()
            let gate = GatedTransport(world.wire, path: "/token")
            let app = try world.migrated(cache, transport: gate)
            let account = try #require(try app.accounts().first)
            refuse(world, ["error": "invalid_grant", "suberror": "bad_token"])
            let call = Task { await silent(app, account) }
            await gate.reached()
            item.refreshToken = Secret("newer")
            try cache.put([item], sparing: false)
            gate.open()
            #expect(await call.value?.code == .interactionRequired)
            #expect(try cache.items(ADALCacheQuery()).contains(item))
        }
    }

    @Test("Any other refusal, and an outage, leave it in place", arguments: [400, 503])
    func otherErrors(_ status: Int) async throws {
        try await ADALCachePlace.file.withCache { cache in
            let world = try await World()
            let item = try await ADALApp(world: world, cache: cache).signIn()
            let app = try world.migrated(cache)
            let account = try #require(try app.accounts().first)
            refuse(world, ["error": "invalid_grant", "suberror": "basic_action"], status: status)
            #expect(await silent(app, account)?.code == (status == 400 ? .interactionRequired : .throttled))
            #expect(try cache.items(ADALCacheQuery()).contains(item))
            #expect(try world.store.homeAccountIDs().isEmpty)
        }
    }

    @Test("A client that is no member of the family is recorded as such, and tries no family token again")
    func clientMismatch() async throws {
        try await ADALCachePlace.keychain.withCache { cache in
            let world = try await World()
            let own = try await ADALApp(world: world, cache: cache, family: "1").signIn()
            try cache.remove([own], by: "adal", at: world.clock.now)
            let app = try world.migrated(cache)
            let account = try #require(try app.accounts().first)
            refuse(world, ["error": "invalid_grant", "suberror": "client_mismatch"])
            #expect(await silent(app, account)?.code == .interactionRequired)
            let metadata = try world.store.appMetadata(clientID: Contoso.suite, environment: Contoso.host)
            #expect(metadata?.familyID == "")
            #expect(await silent(app, account)?.code == .interactionRequired)
            #expect(world.refreshes == 1)
            #expect(try app.accounts().isEmpty)
            #expect(try cache.items(ADALCacheQuery()).contains { $0.kind == .family("1") })
        }
    }

    @Test("A store that cannot be written does not lose the token, and the account is identified")
    func storeFails() async throws {
        try await ADALCachePlace.file.withCache { cache in
            let world = try await World()
            let item = try await ADALApp(world: world, cache: cache, generation: .old).signIn()
            let app = try world.migrated(cache, store: FullStore(base: InMemoryCredentialStore()))
            let account = try #require(try app.accounts().first)
            let result = try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: account))
            #expect(result.account.identifier.hasSuffix(Contoso.tenantID))
            #expect(result.account.username == Contoso.ada)
            #expect(try cache.items(ADALCacheQuery()).contains(item))
        }
    }
}
