import KeyfobJOSE
import Synchronization

/// Keeps the directory of the last version seen, keys parsed. The store's version says when it is out of date.
final class DirectoryCache: Sendable {
    private let cached = Mutex<Directory?>(nil)

    var current: Directory? { cached.withLock { $0 } }

    /// Makes sure that the directory is the store's present one.
    func load(_ store: any IdPStore) async throws -> Directory {
        let old = current
        let fresh = try await store.transaction { transaction in
            if let old, try transaction.directoryVersion() == old.version { return old }
            return try Directory(transaction, reusing: old?.keys)
        }
        cached.withLock { if ($0?.version ?? .min) < fresh.version { $0 = fresh } }
        return fresh
    }
}
