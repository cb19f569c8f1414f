public import Foundation
public import KeyfobCore
import Synchronization

/// ADAL's cache in memory: what an app on macOS has that sets no delegate, and what it hands to one that it sets.
public final class InMemoryLegacyTokenCache: LegacyTokenCache {
    private let archive: Mutex<LegacyTokenArchive>

    /// Makes a cache of what an archive holds; an empty one by default.
    public init(_ archive: LegacyTokenArchive = LegacyTokenArchive()) { self.archive = Mutex(archive) }

    /// What it holds, for keeping elsewhere; setting it replaces everything.
    public var contents: LegacyTokenArchive {
        get { archive.withLock { $0 } }
        set { archive.withLock { $0 = newValue } }
    }

    /// The items that match.
    public func items(_ query: LegacyTokenQuery) throws(AuthError) -> [LegacyTokenItem] {
        archive.withLock { $0.items.filter(query.matches) }
    }

    /// Writes items, all at once.
    public func put(_ items: [LegacyTokenItem], sparing: Bool) throws(AuthError) {
        archive.withLock { archive in
            let taken = sparing ? Set(archive.items.filter(\.hasRefreshToken).map(\.key)) : []
            for item in items where !taken.contains(item.key) { archive.put(item) }
        }
    }

    /// Removes items, each only if its refresh token is still the one that is known here.
    public func remove(_ items: [LegacyTokenItem], by app: String, at now: Date) throws(AuthError) {
        archive.withLock { archive in
            let known = Dictionary(
                archive.items.map { ($0.key, $0.refreshToken) }, uniquingKeysWith: { first, _ in first })
            for item in items where known[item.key] == .some(item.refreshToken) { archive.remove(item.key) }
        }
    }
}
