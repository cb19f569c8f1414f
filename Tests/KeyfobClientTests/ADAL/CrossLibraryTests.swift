import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobStoreKeychain
import KeyfobTesting
import Testing

@Suite("Apps with ADAL and apps with Keyfob on one keychain")
struct CrossLibraryTests {
    /// One device: its keychain as a suite's apps see it.
    private struct Device {
        let world: World
        let keychain: SimulatedKeychainApp
        let store: KeychainCredentialStore<SimulatedKeychainApp>
        let legacy: ADALKeychainCache
        let adal: ADALKeychain

        init() async throws {
            let group = ADALCachePlace.group
            world = try await World()
            keychain = SimulatedKeychain().app(AppEntitlements(keychainAccessGroups: [group]))
            store = KeychainCredentialStore(keychain: keychain, accessGroup: group)
            legacy = ADALKeychainCache(keychain, accessGroup: group, platform: .iOS)
            adal = ADALKeychain(keychain: keychain, group: group)
        }

        /// Expects a silent token without a password prompt.
        func expectSilent(_ app: PublicClientApplication) async throws {
            let prompts = try await world.count("password_prompt")
            let account = try #require(try app.account(username: Contoso.ada))
            let result = try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
            #expect(result.account.username == Contoso.ada)
            #expect(try await world.validatedScopes(result.accessToken) == ["Files.Read"])
            #expect(try await world.count("password_prompt") == prompts)
        }

        /// Expects that an ADAL app can redeem a refresh token that it found.
        func expectUsable(_ token: Secret<String>?) async throws {
            let app = ADALApp(world: world, cache: legacy)
            let answer = try await app.redeem(#require(token))
            let idToken = try #require(answer.idToken)
            #expect(ADALCacheUserInformation(rawIDToken: idToken).userID == Contoso.ada)
        }
    }

    @Test("R156: each generation's cache is read by the other in all four pairs")
    func fourPairs() async throws {
        // ADAL 2.x to 2.6.6 writes, Keyfob reads.
        let first = try await Device()
        try await ADALApp(world: first.world, cache: first.legacy, generation: .old).signIn()
        try await first.expectSilent(first.world.migrated(first.legacy, store: first.store))

        // ADAL 2.7 writes, Keyfob reads: its own item, and what it writes in the format of MSAL.
        let second = try await Device()
        let item = try await ADALApp(world: second.world, cache: second.legacy, generation: .late).signIn()
        try await second.expectSilent(second.world.migrated(second.legacy, store: second.store))
        let shared = try await Device()
        let token = try await ADALApp(world: shared.world, cache: shared.legacy, generation: .late).signIn()
        let claims = try IDToken(decodingWithoutValidation: #require(token.userInformation).rawIDToken.reveal())
        try shared.legacy.remove([token], by: "adal", at: shared.world.clock.now)
        try shared.adal.writeShared(#require(token.refreshToken), claims, clientID: item.clientID)
        try await shared.expectSilent(shared.world.app("b", store: shared.store))

        // Keyfob writes, ADAL 2.7 reads the format of MSAL.
        let third = try await Device()
        let plain = try third.world.app(browser: third.world.browser(), store: third.store)
        _ = try await plain.acquireToken(InteractiveParameters(scopes: Contoso.read))
        try await third.expectUsable(
            third.adal.sharedRefreshToken(of: Contoso.ada, clientID: Contoso.suite))

        // Keyfob writes, any ADAL version reads its own format.
        let fourth = try await Device()
        let seeding = try fourth.world.migrated(
            fourth.legacy, browser: fourth.world.browser(), tenant: "common", seeds: true, store: fourth.store)
        _ = try await seeding.acquireToken(InteractiveParameters(scopes: Contoso.read))
        try await fourth.expectUsable(
            fourth.adal.ownRefreshToken(
                of: Contoso.ada, authority: "https://\(Contoso.host)/common", clientID: Contoso.suite))
    }

    @Test("A removal deletes ADAL's items as well as the store's, and ADAL finds nothing in either format")
    func removal() async throws {
        let device = try await Device()
        let app = try device.world.migrated(
            device.legacy, browser: device.world.browser(), tenant: "common", seeds: true, store: device.store)
        let account = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read)).account
        try await app.removeAccount(account)
        #expect(try device.adal.sharedRefreshToken(of: Contoso.ada, clientID: Contoso.suite) == nil)
        #expect(
            try device.adal.ownRefreshToken(
                of: Contoso.ada, authority: "https://\(Contoso.host)/common", clientID: Contoso.suite) == nil)
        #expect(try app.accounts().isEmpty)
    }
}
