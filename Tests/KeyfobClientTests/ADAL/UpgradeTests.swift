import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Migration from ADAL's cache")
struct UpgradeTests {
    @Test("R110: the first silent call migrates the account without a prompt, and returns its identifier")
    func firstSilentCall() async throws {
        for place in ADALCachePlace.allCases {
            for generation in ADALApp.Generation.allCases {
                try await place.withCache { cache in
                    let world = try await World()
                    let item = try await ADALApp(world: world, cache: cache, generation: generation).signIn()
                    let prompts = try await world.count("password_prompt")
                    let app = try world.migrated(cache)
                    let account = try #require(try app.accounts().first)
                    #expect(account.identifier.isEmpty == (generation == .old))
                    let result = try await app.acquireTokenSilent(
                        SilentParameters(scopes: Contoso.read, account: account))
                    #expect(try await world.count("password_prompt") == prompts)
                    #expect(result.source == .refresh)
                    #expect(try await world.validatedScopes(result.accessToken) == ["Files.Read"])
                    let identifier = result.account.identifier
                    #expect(identifier.hasSuffix(Contoso.tenantID))
                    // The new format contains all of it.
                    let partition = try #require(try world.store.partition(homeAccountID: identifier))
                    #expect(partition.accessTokens.count == 1)
                    #expect(partition.refreshTokens.count == 1)
                    #expect(partition.idTokens.count == 1)
                    #expect(partition.accounts.map(\.username) == [Contoso.ada])
                    #expect(partition.signInStates.map(\.state) == [.signedIn])
                    let environment = Contoso.host
                    #expect(try world.store.appMetadata(clientID: Contoso.suite, environment: environment) != nil)
                    // The old one is unchanged.
                    #expect(try cache.items(ADALCacheQuery()).contains(item))
                    #expect(try app.accounts().map(\.identifier) == [identifier])
                }
            }
        }
    }

    @Test("After the migration only the store is used: no request for a cached token, and ADAL's item may be removed")
    func onlyTheStore() async throws {
        try await ADALCachePlace.file.withCache { cache in
            let world = try await World()
            let item = try await ADALApp(world: world, cache: cache, generation: .old).signIn()
            let app = try world.migrated(cache)
            let account = try #require(try app.accounts().first)
            let parameters = SilentParameters(scopes: Contoso.read, account: account)
            let first = try await app.acquireTokenSilent(parameters)
            #expect(world.refreshes == 1)
            // With the account as it was listed before, and as in the result.
            #expect(try await app.acquireTokenSilent(parameters).source == .cache)
            let next = SilentParameters(scopes: Contoso.read, account: first.account)
            #expect(try await app.acquireTokenSilent(next).accessToken == first.accessToken)
            #expect(world.refreshes == 1)
            try cache.remove([item], by: "adal", at: world.clock.now)
            world.expireAccessTokens()
            #expect(try await app.acquireTokenSilent(next).source == .refresh)
            #expect(world.refreshes == 2)
            // An app of the suite that never used ADAL has it too.
            let plain = try world.app("b")
            #expect(try await plain.acquireTokenSilent(next).source == .cache)
        }
    }

    @Test("R111: after the migration the identifier alone finds the account, after a restart too")
    func restart() async throws {
        try await ADALCachePlace.keychain.withCache { cache in
            let world = try await World()
            let item = try await ADALApp(world: world, cache: cache, generation: .old).signIn()
            let app = try world.migrated(cache)
            let account = try #require(try app.account(username: Contoso.ada))
            let kept = try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: account)
            ).account.identifier
            try cache.remove([item], by: "adal", at: world.clock.now)
            let restarted = try world.app("a")
            let found = try #require(try restarted.account(for: kept))
            #expect(found.username == Contoso.ada)
            let again = try await restarted.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: found))
            #expect(again.source == .cache)
            #expect(world.refreshes == 1)
        }
    }

    @Test("R112: a changed user name is no longer found and requires a new sign-in; the identifier still works")
    func renamed() async throws {
        for generation in ADALApp.Generation.allCases {
            try await ADALCachePlace.file.withCache { cache in
                let world = try await World()
                try await ADALApp(world: world, cache: cache, generation: generation).signIn()
                let app = try world.migrated(cache)
                let account = try #require(try app.account(username: Contoso.ada))
                let first = try await app.acquireTokenSilent(
                    SilentParameters(scopes: Contoso.read, account: account))
                let name = "countess@contoso.test"
                try await world.admin.graph(
                    .patch, "users/\(Contoso.ada)", ["userPrincipalName": .string(name)])
                world.expireAccessTokens()
                let known = try #require(try app.account(for: first.account.identifier))
                let renewed = try await app.acquireTokenSilent(
                    SilentParameters(scopes: Contoso.read, account: known))
                #expect(renewed.account.identifier == first.account.identifier)
                #expect(renewed.account.username == name)
                // The old name finds no account, although ADAL's item still has it: an app that kept only the name
                // signs in again.
                let restarted = try world.migrated(cache, "b")
                #expect(try restarted.account(username: Contoso.ada) == nil)
                #expect(try restarted.account(for: first.account.identifier)?.username == name)
                #expect(try restarted.accounts().count == 1)
            }
        }
    }

    @Test("A family's token serves a client that has none, unless the client is known to have no family")
    func family() async throws {
        try await ADALCachePlace.keychain.withCache { cache in
            let world = try await World()
            let own = try await ADALApp(world: world, cache: cache, family: "1").signIn()
            try cache.remove([own], by: "adal", at: world.clock.now)
            let app = try world.migrated(cache)
            let account = try #require(try app.accounts().first)
            let result = try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: account))
            let partition = try #require(try world.store.partition(homeAccountID: result.account.identifier))
            #expect(partition.refreshTokens.map(\.familyID) == [nil, "1"])
            let loner = InMemoryCredentialStore()
            try await loner.write { transaction throws(AuthError) in
                try transaction.put(
                    .appMetadata(
                        AppMetadataEntity(clientID: Contoso.suite, environment: Contoso.host, familyID: "")))
            }
            #expect(try world.migrated(cache, store: loner).accounts().isEmpty)
        }
    }

    @Test("The tenant may be named as a domain, as common or by its id", arguments: ["contoso.test", "common", nil])
    func tenants(_ tenant: String?) async throws {
        try await ADALCachePlace.file.withCache { cache in
            let world = try await World()
            try await ADALApp(world: world, cache: cache, generation: .old, tenant: tenant ?? "common").signIn()
            let app = try world.migrated(cache, tenant: tenant ?? Contoso.tenantID)
            let account = try #require(try app.accounts().first)
            let parameters = SilentParameters(scopes: Contoso.read, account: account)
            #expect(try await app.acquireTokenSilent(parameters).source == .refresh)
            #expect(try await app.acquireTokenSilent(parameters).source == .cache)
            #expect(world.refreshes == 1)
        }
    }

    @Test("Of many concurrent first calls, in several apps, one spends the refresh token")
    func concurrent() async throws {
        try await ADALCachePlace.file.withCache { cache in
            let world = try await World()
            try await ADALApp(world: world, cache: cache, generation: .old).signIn()
            try await ADALApp(world: world, cache: cache, generation: .old).signIn(Contoso.grace)
            let apps = try ["a", "b", "c"].map { try world.migrated(cache, $0) }
            let accounts = try apps[0].accounts()
            #expect(accounts.count == 2)
            try await withThrowingTaskGroup(of: String?.self) { group in
                for app in apps {
                    for account in accounts + accounts {
                        group.addTask {
                            let result = try await app.acquireTokenSilent(
                                SilentParameters(scopes: Contoso.read, account: account))
                            return result.account.username == account.username ? nil : "a token of another user"
                        }
                    }
                }
                for try await fault in group { #expect(fault == nil) }
            }
            #expect(world.refreshes == 2)
        }
    }

    @Test("An account without a name, and one in neither cache, require the user")
    func unknown() async throws {
        try await ADALCachePlace.keychain.withCache { cache in
            let world = try await World()
            let item = try await ADALApp(world: world, cache: cache).signIn()
            let app = try world.migrated(cache)
            let strangers = [
                Account(identifier: item.homeAccountID ?? "", username: nil, environment: Contoso.host),
                Account(identifier: "", username: "nobody@contoso.test", environment: Contoso.host),
                Account(identifier: "other.person", username: Contoso.ada, environment: Contoso.host),
            ]
            for stranger in strangers {
                let error = await failure { () async throws(AuthError) in
                    try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: stranger))
                }
                #expect(error?.code == .interactionRequired)
            }
            #expect(world.refreshes == 0)
        }
    }

    @Test("A sign-in for an account without an identifier is refused if another user signs in")
    func interactive() async throws {
        try await ADALCachePlace.keychain.withCache { cache in
            let world = try await World()
            try await ADALApp(world: world, cache: cache, generation: .old).signIn()
            let browser = world.browser(Contoso.grace)
            let app = try world.migrated(cache, browser: browser)
            let account = try #require(try app.accounts().first)
            let parameters = InteractiveParameters(scopes: Contoso.read, account: account)
            let error = await failure { () async throws(AuthError) in try await app.acquireToken(parameters) }
            #expect(error?.code == .accountMismatch)
            #expect(try world.store.homeAccountIDs().isEmpty)
            browser.person = Person(user: Contoso.ada, password: Contoso.password)
            browser.cookies = CookieJar()
            #expect(try await app.acquireToken(parameters).account.username == Contoso.ada)
        }
    }
}
