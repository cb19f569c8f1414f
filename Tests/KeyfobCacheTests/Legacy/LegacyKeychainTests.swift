import Foundation
import KeyfobCache
import KeyfobConformance
import KeyfobCore
import Testing

@Suite("ADAL's items in a keychain")
struct LegacyKeychainTests {
    private static let group = "TEAM123456.com.microsoft.adalcache"

    private func cache(
        _ keychain: SmallKeychain, _ platform: LegacyKeychainPlatform = .iOS
    ) -> LegacyKeychainCache {
        LegacyKeychainCache(keychain, accessGroup: Self.group, platform: platform)
    }

    @Test("it conforms on iOS", arguments: LegacyTokenCacheConformance.checks)
    func conformsOnIOS(check: ConformanceCheck<LegacyTokenCacheConformance.Opening>) async throws {
        let keychain = SmallKeychain()
        try await check.run { cache(keychain) }
    }

    @Test("it conforms on macOS", arguments: LegacyTokenCacheConformance.checks)
    func conformsOnMacOS(check: ConformanceCheck<LegacyTokenCacheConformance.Opening>) async throws {
        let keychain = SmallKeychain()
        try await check.run { cache(keychain, .macOS) }
    }

    @Test("an item has ADAL's attributes and ADAL's archive; one that nobody can read is skipped")
    func attributes() throws {
        let keychain = SmallKeychain()
        let item = try LegacyTokenItem(archive: Archives.bytes("item-2.6.bplist"))
        try cache(keychain).put([item], sparing: false)
        let stored = try #require(keychain.all.first)
        #expect(stored.account == "ZmFrZS51c2VyQGNvbnRvc28uZXhhbXBsZQ")
        #expect(stored.service == item.key.keychainService())
        #expect(stored.generic == Array("MSOpenTech.ADAL.1".utf8))
        #expect(stored.accessibility == .afterFirstUnlockThisDeviceOnly)
        #expect(try LegacyTokenItem(archive: stored.value.reveal()) == item)
        _ = try keychain.add(
            KeychainItem(
                accessGroup: Self.group, account: "YQ", service: "MSOpenTech.ADAL.1|x",
                generic: Array("MSOpenTech.ADAL.1".utf8), value: Secret([1, 2, 3])))
        #expect(try cache(keychain).items(LegacyTokenQuery()) == [item])
    }

    @Test("removing a refresh token leaves the wipe marker, removing an access token does not")
    func wipeMarker() throws {
        let keychain = SmallKeychain()
        let cache = cache(keychain)
        var access = LegacyTokenItem(authority: "https://h/t", clientID: "c", resource: "r", userID: "u")
        access.accessToken = Secret("access")
        var refresh = LegacyTokenItem(authority: "https://h/t", clientID: "c", userID: "u")
        refresh.refreshToken = Secret("refresh")
        try cache.put([access, refresh], sparing: false)
        try cache.remove([access], by: "com.contoso.a", at: Date(unixSeconds: 1))
        #expect(!keychain.all.contains { $0.account == "TokenWipe" })
        try cache.remove([refresh], by: "com.contoso.a", at: Date(unixSeconds: 2))
        try cache.put([refresh], sparing: false)
        try cache.remove([refresh], by: "com.contoso.b", at: Date(unixSeconds: 3))
        let marker = try #require(keychain.all.first)
        #expect(keychain.all.count == 1)
        #expect(marker.account == "TokenWipe" && marker.service == nil)
        #expect(marker.generic == Array("Microsoft.ADAL.WipeAll.1".utf8))
        #expect(
            LegacyWipeMarker(archive: marker.value.reveal())
                == LegacyWipeMarker(bundleID: "com.contoso.b", wipeTime: Date(unixSeconds: 3)))
    }

    @Test("a locked device, a missing entitlement and any other failure are told apart")
    func failures() throws {
        let keychain = SmallKeychain()
        let expected: [(KeychainStatus, AuthError.Code)] = [
            (.interactionNotAllowed, .storeLocked), (.missingEntitlement, .configuration), (.io, .storeUnavailable),
        ]
        for (status, code) in expected {
            keychain.refuse(status)
            let error = #expect(throws: AuthError.self) { try cache(keychain).items(LegacyTokenQuery()) }
            #expect(error?.code == code)
            #expect(error?.remedy?.isEmpty == false)
        }
    }
}
