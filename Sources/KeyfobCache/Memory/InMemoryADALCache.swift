package import Foundation
import KeyfobBackport
package import KeyfobCore

/// ADAL's cache in memory, as for an app on macOS without a delegate; an app's delegate stores its contents.
package final class InMemoryADALCache: ADALCache {
    private let archive: Mutex<ADALCacheArchive>

    /// Makes a cache with the content of an archive; an empty one by default.
    package init(_ archive: ADALCacheArchive = ADALCacheArchive()) { self.archive = Mutex(archive) }

    /// The content, to be stored elsewhere; setting it replaces everything.
    package var contents: ADALCacheArchive {
        get { archive.withLock { $0 } }
        set { archive.withLock { $0 = newValue } }
    }

    /// The matching items.
    package func items(_ query: ADALCacheQuery) throws(AuthError) -> [ADALCacheItem] {
        archive.withLock { $0.items.filter(query.matches) }
    }

    /// Writes items, all at once.
    package func put(_ items: [ADALCacheItem], sparing: Bool) throws(AuthError) {
        archive.withLock { archive in
            let taken = sparing ? Set(archive.items.filter(\.hasRefreshToken).map(\.key)) : []
            for item in items where !taken.contains(item.key) { archive.put(item) }
        }
    }

    /// Removes items whose refresh token is unchanged.
    package func remove(_ items: [ADALCacheItem], by app: String, at now: Date) throws(AuthError) {
        archive.withLock { archive in
            let known = Dictionary(
                archive.items.map { ($0.key, $0.refreshToken) }, uniquingKeysWith: { first, _ in first })
            for item in items where known[item.key] == .some(item.refreshToken) { archive.remove(item.key) }
        }
    }
}
