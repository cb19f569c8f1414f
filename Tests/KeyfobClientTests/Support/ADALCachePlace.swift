import KeyfobCache
import KeyfobStoreSQLite
import KeyfobTesting

/// The two formats in which a suite's ADAL apps stored their tokens.
enum ADALCachePlace: CaseIterable {
    case keychain
    case file

    static let group = "TEAM123456.com.microsoft.adalcache"

    /// Runs `body` on an empty cache of that kind.
    func withCache(_ body: (any ADALCache) async throws -> Void) async throws {
        switch self {
        case .keychain:
            let app = SimulatedKeychain().app(AppEntitlements(keychainAccessGroups: [Self.group]))
            try await body(ADALKeychainCache(app, accessGroup: Self.group, platform: .iOS))
        case .file:
            let directory = try TemporaryDirectory("keyfob-adal")
            defer { directory.remove() }
            try await body(ADALArchiveFile(path: directory.path + "/cache.plist"))
        }
    }
}
