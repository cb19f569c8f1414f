import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobStoreSQLite
import KeyfobTesting
import Testing

@Suite("Accounts from ADAL's cache")
struct ADALAccountTests {
    @Test("R109: each cache alone is read, and both together list no account twice", arguments: ADALCachePlace.allCases)
    func bothCaches(_ place: ADALCachePlace) async throws {
        for generation in ADALApp.Generation.allCases {
            try await place.withCache { cache in
                let world = try await World()
                let app = try world.migrated(cache)
                #expect(try app.accounts().isEmpty)
                let adal = ADALApp(world: world, cache: cache, generation: generation)
                try await adal.signIn()
                #expect(try app.accounts().map(\.username) == [Contoso.ada])
                // The other cache alone.
                let other = try world.app("b", browser: world.browser())
                let result = try await other.acquireToken(InteractiveParameters(scopes: Contoso.read))
                #expect(try other.accounts().map(\.identifier) == [result.account.identifier])
                // Both, with the same user in both, then with one more in each.
                #expect(try app.accounts().map(\.identifier) == [result.account.identifier])
                try await adal.signIn(Contoso.grace)
                #expect(try app.accounts().map(\.username) == [Contoso.ada, Contoso.grace])
                #expect(try other.accounts().map(\.username) == [Contoso.ada])
            }
        }
    }

    @Test("R108: ADAL's user id finds the account of a cache that ADAL wrote")
    func fixture() async throws {
        let directory = try TemporaryDirectory("keyfob-adal")
        defer { directory.remove() }
        let path = directory.path + "/cache.plist"
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        try FileManager.default.copyItem(atPath: tests.path() + "/Vectors/adal/cache-1.0.bplist", toPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let world = try await World()
        var environment = ClientEnvironment(
            transport: world.wire, clock: world.clock, store: world.store, refreshLock: world.lock,
            pause: ImmediatePause())
        environment.adalCache = try ADALArchiveFile(path: path)
        let app = PublicClientApplication(
            configuration: try ClientConfiguration(clientID: "11112222-3333-4444-5555-666677778888"),
            environment: environment)
        let account = try #require(try app.account(username: "fake.user@contoso.example"))
        #expect(account.username == "Fake.User@contoso.example")
        #expect(account.environment == "login.windows.net")
        #expect(account.identifier.isEmpty)
        #expect(account.tenantProfiles.map(\.identifier) == ["fake-oid"])
        #expect(try app.accounts() == [account])
        #expect(try app.account(username: "somebody@contoso.example") == nil)
        #expect(world.wire.exchanges.isEmpty)
    }

    @Test("R157: ADAL's home account id and its user id find the same account, and two users may share a user id")
    func bothLookups() async throws {
        try await ADALCachePlace.keychain.withCache { cache in
            let world = try await World()
            let item = try await ADALApp(world: world, cache: cache).signIn()
            let homeAccountID = try #require(item.homeAccountID)
            let userID = try #require(item.userInformation?.userID)
            let app = try world.migrated(cache)
            let byIdentifier = try #require(try app.account(for: homeAccountID))
            let byName = try #require(try app.account(username: userID))
            #expect(byIdentifier == byName)
            #expect(byIdentifier.identifier == homeAccountID)
            #expect(byIdentifier.claims?["upn"] == .string(Contoso.ada))
            // After the account was migrated, both still do.
            let result = try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: byIdentifier))
            #expect(result.account.identifier == homeAccountID)
            #expect(try app.account(for: homeAccountID) == result.account)
            #expect(try app.account(username: userID) == result.account)
            // Another user with the same user id.
            var twin = ADALCacheItem(authority: item.authority, clientID: item.clientID, userID: userID)
            twin.refreshToken = Secret("another")
            twin.homeAccountID = "somebody.else"
            try cache.put([twin], sparing: false)
            let error = await failure { () async throws(AuthError) in try app.account(username: userID) }
            #expect(error?.code == .ambiguousAccount)
            #expect(try app.account(for: homeAccountID)?.identifier == homeAccountID)
        }
    }

    @Test("R158: the identifier takes precedence over the name, and the list has ADAL's accounts: keychain alone")
    func lookupOrder() async throws {
        try await ADALCachePlace.keychain.withCache { cache in
            let world = try await World()
            let ada = try await ADALApp(world: world, cache: cache).signIn()
            try await ADALApp(world: world, cache: cache, generation: .old).signIn(Contoso.grace)
            let app = try world.migrated(cache)
            #expect(try world.store.homeAccountIDs().isEmpty)
            #expect(try app.accounts().map(\.username) == [Contoso.ada, Contoso.grace])
            let identifier = try #require(ada.homeAccountID)
            // The identifier wins over a name that belongs to another account.
            #expect(try app.account(for: identifier, username: Contoso.grace)?.username == Contoso.ada)
            #expect(try app.account(for: nil, username: Contoso.ada.uppercased())?.identifier == identifier)
            // An account without a known identifier is found by name; one with another known identifier is not.
            let grace = try #require(try app.account(for: "unknown.identifier", username: Contoso.grace))
            #expect(grace.identifier.isEmpty)
            #expect(try app.account(for: "unknown.identifier", username: Contoso.ada) == nil)
            #expect(try app.account(for: "", username: nil) == nil)
            #expect(try app.account(username: nil) == nil)
            #expect(try app.account(username: "nobody@contoso.test") == nil)
        }
    }

    @Test("R159: an identifier is object id and tenant for a work account, the subject for one of another kind")
    func identifiers() async throws {
        let world = try await World()
        // A work account, by client_info, then by the id token alone.
        let (_, result) = try await world.signedIn()
        let object = try #require(result.account.claims?["oid"]?.stringValue)
        #expect(result.account.identifier == "\(object).\(Contoso.tenantID)")
        func account(_ transport: any HTTPTransport, tenant: String) async throws -> Account {
            let store = InMemoryCredentialStore()
            let app = try world.app(
                browser: world.browser(), authority: Contoso.authority(tenant), store: store, transport: transport)
            let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            // The identifier works: for the account, and for a silent call that spends the refresh token.
            let found = try #require(try app.account(for: first.account.identifier))
            let again = try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: found, forceRefresh: true))
            #expect(again.account.identifier == first.account.identifier)
            return found
        }
        let silent = try await account(
            EditedTokens(base: world.provider) { $0["client_info"] = nil }, tenant: Contoso.tenantID)
        #expect(silent.identifier == result.account.identifier)
        let other = try await account(SubjectOnlyProvider(world.provider), tenant: "contoso.test")
        let subject = try #require(other.tenantProfiles.first?.claims?["sub"]?.stringValue.map { $0.lowercased() })
        #expect(other.identifier == "\(subject).\(subject)")
        #expect(!other.identifier.contains(object) && !other.identifier.contains(Contoso.tenantID))
    }

    @Test("Another client's items add no accounts")
    func otherClient() async throws {
        try await ADALCachePlace.file.withCache { cache in
            let world = try await World()
            try await ADALApp(world: world, cache: cache, clientID: Contoso.suite).signIn()
            var theirs = try #require(try cache.items(ADALCacheQuery()).first { $0.kind == .multiResource })
            try cache.remove(cache.items(ADALCacheQuery()), by: "adal", at: world.clock.now)
            theirs.clientID = Contoso.fabrikam
            try cache.put([theirs], sparing: false)
            #expect(try world.migrated(cache).accounts().isEmpty)
        }
    }

    @Test("A damaged cache hides no accounts of the store, and is logged; a locked one is an error")
    func unreadable() async throws {
        let world = try await World()
        let (_, result) = try await world.signedIn()
        let damaged = try world.migrated(BrokenADALCache(.storeUnavailable))
        #expect(try damaged.accounts().map(\.identifier) == [result.account.identifier])
        #expect(world.log.texts.contains { $0.contains("ADAL's cache could not be read") })
        let locked = try world.migrated(BrokenADALCache(.storeLocked))
        #expect(await failure { () async throws(AuthError) in try locked.accounts() }?.code == .storeLocked)
        // An account in the store does not depend on it.
        let parameters = SilentParameters(scopes: Contoso.read, account: result.account)
        #expect(try await locked.acquireTokenSilent(parameters).source == .cache)
        // An account that is not in the store must not be sent to sign in because of that.
        let grace = Account(identifier: "", username: Contoso.grace, environment: Contoso.host)
        let error = await failure { () async throws(AuthError) in
            try await locked.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: grace))
        }
        #expect(error?.code == .storeLocked)
    }
}
