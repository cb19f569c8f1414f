package import Foundation
import KeyfobBackport
package import KeyfobCore

/// ADAL's items in a keychain: one item for each token, whose value is a keyed archive.
///
/// A keychain has no transactions, so several items are written one after the other.
package struct ADALKeychainCache: ADALCache {
    private let keychain: any KeychainServices
    private let accessGroup: String
    private let platform: ADALKeychainPlatform

    /// Makes a cache over a keychain.
    ///
    /// - Parameters:
    ///   - keychain: the device's keychain, with the app's access.
    ///   - accessGroup: with its prefix, as in `TEAMID.com.microsoft.adalcache`.
    ///   - platform: the format of user names.
    package init(_ keychain: any KeychainServices, accessGroup: String, platform: ADALKeychainPlatform) {
        self.keychain = keychain
        self.accessGroup = accessGroup
        self.platform = platform
    }

    /// The matching items; one whose value is not an archive of an item is skipped.
    package func items(_ query: ADALCacheQuery) throws(AuthError) -> [ADALCacheItem] {
        let account = query.userID.map {
            ADALCacheKey(authority: "", resource: nil, clientID: "", userID: $0).keychainAccount(platform)
        }
        return try call { () throws(KeychainStatus) in
            try keychain.copyMatching(
                KeychainQuery(accessGroup: accessGroup, account: account, generic: Array(ADALCacheKey.library.utf8)))
        }
        .compactMap { item($0) }.filter { $0.kind != .nothing && query.matches($0) }
    }

    /// Writes items one after the other.
    package func put(_ items: [ADALCacheItem], sparing: Bool) throws(AuthError) {
        for item in items {
            let query = place(of: item)
            let value = Secret(item.archive)
            let generic = Array(ADALCacheKey.library.utf8)
            try call { () throws(KeychainStatus) in
                let old = try keychain.copyMatching(query)
                if sparing, old.contains(where: { self.item($0)?.hasRefreshToken ?? false }) { return }
                guard old.isEmpty else {
                    return try keychain.update(query, to: KeychainChange(generic: generic, value: value))
                }
                try keychain.add(
                    KeychainItem(
                        accessGroup: accessGroup, account: query.account, service: query.service, generic: generic,
                        accessibility: .afterFirstUnlockThisDeviceOnly, value: value))
            }
        }
    }

    /// Removes items, and writes the wipe marker if one of them had a refresh token.
    package func remove(_ items: [ADALCacheItem], by app: String, at now: Date) throws(AuthError) {
        for item in items {
            let query = place(of: item)
            let removed = try call { () throws(KeychainStatus) in
                let old = try keychain.copyMatching(query)
                guard old.contains(where: { self.item($0)?.refreshToken == item.refreshToken }) else { return false }
                do throws(KeychainStatus) {
                    try keychain.delete(query)
                    return true
                } catch {
                    guard error == .itemNotFound else { throw error }
                    return false
                }
            }
            guard removed, item.hasRefreshToken else { continue }
            try mark(KeychainWipeMarker(bundleID: app).item(accessGroup: accessGroup, time: now.unixSeconds))
        }
    }

    private func mark(_ marker: KeychainItem) throws(AuthError) {
        let query = KeychainQuery(accessGroup: accessGroup, account: marker.account, generic: marker.generic)
        try call { () throws(KeychainStatus) in
            do throws(KeychainStatus) {
                try keychain.update(query, to: KeychainChange(value: marker.value))
            } catch {
                guard error == .itemNotFound else { throw error }
                try keychain.add(marker)
            }
        }
    }

    private func place(of item: ADALCacheItem) -> KeychainQuery {
        KeychainQuery(
            accessGroup: accessGroup, account: item.key.keychainAccount(platform),
            service: item.key.keychainService(intuneID: item.applicationIdentifier))
    }

    /// The token of a keychain item, whose account is the user's name if there is no id token.
    private func item(_ item: KeychainItem) -> ADALCacheItem? {
        guard let account = item.account else { return nil }
        let userID =
            switch platform {
            case .iOS: Base64URL.decode(account).flatMap { String(valid: $0, as: UTF8.self) }
            case .macOS: Optional(account)
            }
        return try? ADALCacheItem(archive: item.value.reveal(), userID: userID)
    }

    private func call<R>(_ body: () throws(KeychainStatus) -> R) throws(AuthError) -> R {
        do throws(KeychainStatus) {
            return try body()
        } catch {
            throw .keychain(error, group: accessGroup)
        }
    }
}
