package import KeyfobIdPModel
import KeyfobJOSE
import Synchronization

/// Caches the latest directory that was read, with parsed keys. The store's version shows when it is out of date.
package final class DirectoryCache: Sendable {
    private let cached = Mutex<Directory?>(nil)

    var current: Directory? { cached.withLock { $0 } }

    /// Returns the store's present directory, from the cache if it is up to date.
    package func load(_ store: any IdPStore) async throws -> Directory {
        let old = current
        let fresh = try await store.transaction { transaction in
            if let old, try transaction.directoryVersion() == old.version { return old }
            return try Directory(transaction, reusing: old?.keys)
        }
        cached.withLock { if ($0?.version ?? .min) < fresh.version { $0 = fresh } }
        return fresh
    }
}
