import ADAL
import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobStoreKeychain
import KeyfobTesting
import Testing

@Suite("ADAL's cache in a keychain", .serialized)
struct KeychainTests {
    private static let groups = ["T123456789.com.myapp.a", "T123456789.com.myapp.mycache"]

    private func environment(_ world: World, _ keychain: SimulatedKeychainApp) throws -> ClientEnvironment {
        var environment = world.environment(browser: world.browser())
        try environment.useADALKeychain(keychain)
        return environment
    }

    @Test("A cache is made for a group by its name; a name that no group can have makes none")
    func groups() {
        #expect(ADKeychainTokenCache(group: "com.contoso.shared")?.sharedGroup == "com.contoso.shared")
        #expect(ADKeychainTokenCache.keychainCache(forGroup: "com.contoso.shared").sharedGroup == "com.contoso.shared")
        #expect(ADKeychainTokenCache(group: "") == nil)
        var error: ADAuthenticationError?
        #expect(ADKeychainTokenCache.keychainCache(forGroup: "").allItems(&error) == nil)
        #expect(error != nil)
    }

    @Test("R31: a group set through any alias, without the team, is where the items are, with the team's prefix")
    func aliases() async throws {
        let settings = ADAuthenticationSettings.sharedInstance()
        let standard = settings.defaultKeychainGroup()
        defer { settings.setDefaultKeychainGroup(standard) }
        let aliases: [(String, (String?) -> Void)] = [
            ("defaultKeychainSharingGroup", { settings.defaultKeychainSharingGroup = $0 }),
            ("setDefaultKeychainGroup", { settings.setDefaultKeychainGroup($0) }),
            ("sharedCacheKeychainGroup", { settings.sharedCacheKeychainGroup = $0 }),
            ("ADKeychainTokenCache", { ADKeychainTokenCache.setDefaultKeychainGroup($0) }),
        ]
        #expect(standard == "com.microsoft.adalcache")
        for (name, set) in aliases {
            settings.setDefaultKeychainGroup(standard)
            set("com.myapp.mycache")
            #expect(settings.defaultKeychainGroup() == "com.myapp.mycache", "\(name)")
            #expect(settings.defaultKeychainSharingGroup == "com.myapp.mycache")
            #expect(settings.sharedCacheKeychainGroup == "com.myapp.mycache")
            #expect(ADKeychainTokenCache.defaultKeychainGroup() == "com.myapp.mycache")
            let world = try await World()
            let device = SimulatedKeychain()
            let keychain = device.app(AppEntitlements(keychainAccessGroups: Self.groups))
            let context = try #require(
                ADAuthenticationContext(
                    authority: world.authority(), validateAuthority: false,
                    environment: environment(world, keychain)))
            #expect(await context.asking().status == AD_SUCCEEDED)
            let items = try keychain.copyMatching(KeychainQuery(generic: Array("MSOpenTech.ADAL.1".utf8)))
            #expect(!items.isEmpty)
            #expect(items.allSatisfy { $0.accessGroup == "T123456789.com.myapp.mycache" })
            let refresh = "|CC3513A0-0E69-4B4D-97FC-DFB6C91EE132|"
            #expect(items.filter { $0.service?.contains(refresh) == true }.count == 1)
            // Another app of the suite that names the group is signed in; one that does not is not.
            let other = try world.environment(browser: nil).onKeychain(keychain, "com.myapp.mycache")
            let silent = try #require(
                ADAuthenticationContext(
                    authority: world.authority(), validateAuthority: false, environment: other))
            #expect(await silent.silent().status == AD_SUCCEEDED)
            let apart = try #require(
                ADAuthenticationContext(
                    authority: world.authority(), validateAuthority: false,
                    environment: world.environment(browser: nil).onKeychain(keychain, "com.myapp.a")))
            #expect(await apart.silent().code == .ERROR_SERVER_USER_INPUT_NEEDED)
        }
    }

    @Test("An app that is not signed for the group gets an error with the entitlement to add")
    func entitlement() async throws {
        let world = try await World()
        let keychain = SimulatedKeychain().app(AppEntitlements(keychainAccessGroups: ["T123456789.com.myapp.a"]))
        let environment = try world.environment(browser: nil).onKeychain(keychain, "com.myapp.mycache")
        let cache = ADKeychainTokenCache(
            group: "com.myapp.mycache", keychain: keychain, environment: environment)
        var error: ADAuthenticationError?
        #expect(cache.allItems(&error) == nil)
        #expect(error?.domain == ADKeychainErrorDomain)
        #expect(error?.code == -34018)
        #expect(error?.errorDetails?.contains("$(AppIdentifierPrefix)com.myapp.mycache") == true)
    }

    @Test("A synchronous removal returns even if it blocks every thread of Swift's pool")
    func removingEverywhere() async throws {
        let world = try await World()
        let keychain = SimulatedKeychain().app(AppEntitlements(keychainAccessGroups: Self.groups))
        let environment = try world.environment(browser: world.browser()).onKeychain(keychain, "com.myapp.mycache")
        let cache = ADKeychainTokenCache(
            group: "com.myapp.mycache", keychain: keychain, environment: environment)
        let context = try #require(
            ADAuthenticationContext(
                authority: world.authority(), validateAuthority: false, environment: environment))
        #expect(await context.asking().status == AD_SUCCEEDED)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<64 { group.addTask { _ = cache.removeAll(forClientId: Contoso.suite, error: nil) } }
        }
        #expect(cache.allItems(nil)?.isEmpty == true)
    }

    @Test("The keychain class lists, removes and wipes: one client's items, or with a wipe everything, which is logged")
    func removing() async throws {
        let world = try await World()
        let keychain = SimulatedKeychain().app(AppEntitlements(keychainAccessGroups: Self.groups))
        let environment = try world.environment(browser: nil).onKeychain(keychain, "com.myapp.mycache")
        let cache = ADKeychainTokenCache(
            group: "com.myapp.mycache", keychain: keychain, environment: environment)
        #expect(cache.sharedGroup == "com.myapp.mycache")
        let context = try #require(
            ADAuthenticationContext(
                authority: world.authority(), validateAuthority: false, environment: environment))
        for user in [Contoso.ada, Contoso.grace] {
            context.webUserAgent = world.browser(user)
            #expect(await context.asking(Contoso.files, user).status == AD_SUCCEEDED)
        }
        func people() throws -> Set<String> {
            Set(try #require(cache.allItems(nil)).compactMap { $0.userInformation?.userId })
        }
        #expect(try people() == [Contoso.ada, Contoso.grace])
        #expect(try #require(cache.allItems(nil)).count == 4)
        try await cache.removeAll(forUserId: "ADA@contoso.test", clientId: Contoso.suite)
        #expect(try people() == [Contoso.grace])
        #expect(await context.silent(Contoso.files, Contoso.grace).status == AD_SUCCEEDED)
        let access = try #require(cache.allItems(nil)?.first { $0.accessToken != nil })
        try await cache.remove(access)
        #expect(try #require(cache.allItems(nil)).count == 1)
        #expect(await context.silent(Contoso.files, Contoso.grace).status == AD_SUCCEEDED)
        let removed = await onThread { cache.wipeAllItems(forUserId: Contoso.grace, error: nil) }
        #expect(removed)
        #expect(try people().isEmpty)
        #expect(await context.silent(Contoso.files, Contoso.grace).code == .ERROR_SERVER_USER_INPUT_NEEDED)
        // The record of the removed refresh token stays, as in ADAL.
        let marker = try keychain.copyMatching(KeychainQuery(account: "TokenWipe"))
        #expect(marker.count == 1)
    }
}

extension ClientEnvironment {
    /// The same environment with a group of a keychain.
    func onKeychain(_ keychain: SimulatedKeychainApp, _ group: String) throws -> ClientEnvironment {
        var copy = self
        try copy.useADALKeychain(keychain, sharedGroup: group)
        return copy
    }
}

/// Makes a blocking call on a separate thread.
func onThread<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}
