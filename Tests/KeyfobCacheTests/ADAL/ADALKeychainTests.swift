import Foundation
import KeyfobCache
import KeyfobConformance
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("ADAL's items in a keychain")
struct ADALKeychainTests {
    private static let group = "TEAM123456.com.microsoft.adalcache"

    private func cache(
        _ keychain: SimulatedKeychain, _ platform: ADALKeychainPlatform = .iOS
    ) -> ADALKeychainCache {
        ADALKeychainCache(app(keychain), accessGroup: Self.group, platform: platform)
    }

    private func app(_ keychain: SimulatedKeychain) -> SimulatedKeychainApp {
        keychain.app(AppEntitlements(keychainAccessGroups: [Self.group]))
    }

    @Test("it conforms on iOS", arguments: ADALCacheConformance.checks)
    func conformsOnIOS(check: ConformanceCheck<ADALCacheConformance.Opening>) async throws {
        let keychain = SimulatedKeychain()
        try await check.run { cache(keychain) }
    }

    @Test("it conforms on macOS", arguments: ADALCacheConformance.checks)
    func conformsOnMacOS(check: ConformanceCheck<ADALCacheConformance.Opening>) async throws {
        let keychain = SimulatedKeychain()
        try await check.run { cache(keychain, .macOS) }
    }

    @Test("an item has ADAL's attributes and ADAL's archive; an unreadable one is skipped")
    func attributes() throws {
        let keychain = SimulatedKeychain()
        let item = try ADALCacheItem(archive: Archives.bytes("item-2.6.bplist"))
        try cache(keychain).put([item], sparing: false)
        let stored = try #require(try keychain.items().first)
        #expect(stored.account == "ZmFrZS51c2VyQGNvbnRvc28uZXhhbXBsZQ")
        #expect(stored.service == item.key.keychainService())
        #expect(stored.generic == Array("MSOpenTech.ADAL.1".utf8))
        #expect(stored.accessibility == .afterFirstUnlockThisDeviceOnly)
        #expect(try ADALCacheItem(archive: stored.value.reveal()) == item)
        try app(keychain).add(
            KeychainItem(
                accessGroup: Self.group, account: "YQ", service: "MSOpenTech.ADAL.1|x",
                generic: Array("MSOpenTech.ADAL.1".utf8), value: Secret([1, 2, 3])))
        #expect(try cache(keychain).items(ADALCacheQuery()) == [item])
    }

    @Test("removing a refresh token leaves the wipe marker, removing an access token does not")
    func wipeMarker() throws {
        let keychain = SimulatedKeychain()
        let cache = cache(keychain)
        var access = ADALCacheItem(authority: "https://h/t", clientID: "c", resource: "r", userID: "u")
        access.accessToken = Secret("access")
        var refresh = ADALCacheItem(authority: "https://h/t", clientID: "c", userID: "u")
        refresh.refreshToken = Secret("refresh")
        try cache.put([access, refresh], sparing: false)
        try cache.remove([access], by: "com.contoso.a", at: Date(unixSeconds: 1))
        #expect(try !keychain.items().contains { $0.account == "TokenWipe" })
        try cache.remove([refresh], by: "com.contoso.a", at: Date(unixSeconds: 2))
        try cache.put([refresh], sparing: false)
        try cache.remove([refresh], by: "com.contoso.b", at: Date(unixSeconds: 3))
        let marker = try #require(try keychain.items().first)
        #expect(try keychain.items().count == 1)
        #expect(marker.account == "TokenWipe" && marker.service == nil)
        #expect(marker.generic == Array("Microsoft.ADAL.WipeAll.1".utf8))
        #expect(
            ADALWipeMarker(archive: marker.value.reveal())
                == ADALWipeMarker(bundleID: "com.contoso.b", wipeTime: Date(unixSeconds: 3)))
    }

    @Test("a locked device, a missing entitlement and other failures have separate errors")
    func failures() throws {
        let keychain = SimulatedKeychain()
        var item = ADALCacheItem(authority: "https://h/t", clientID: "c", userID: "u")
        item.refreshToken = Secret("refresh")
        try cache(keychain).put([item], sparing: false)
        func refusal(_ services: any KeychainServices) -> AuthError? {
            let cache = ADALKeychainCache(services, accessGroup: Self.group, platform: .iOS)
            return #expect(throws: AuthError.self) { try cache.put([item], sparing: false) }
        }
        #expect(refusal(keychain.app(nil))?.code == .configuration)
        #expect(refusal(FaultyKeychain(app(keychain), after: 0, .failure(.io)))?.code == .storeUnavailable)
        keychain.restart()
        #expect(refusal(app(keychain))?.code == .storeLocked)
    }
}
