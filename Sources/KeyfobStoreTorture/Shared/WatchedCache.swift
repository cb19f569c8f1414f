import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobStoreSharedFile

/// A shared file that reports the entries of others that a write loses.
struct WatchedCache: SharedCachePersistence {
    private final class Seen: Sendable {
        /// The bytes of the last read, and of the first.
        let last = Mutex<[UInt8]?>(nil)
        let first = Mutex<[UInt8]?>(nil)
    }

    private let file: SharedCacheFile
    private let writer: String
    /// Always returns the bytes of its first read, like a client that never reads again.
    private let isCareless: Bool
    private let seen = Seen()

    init(path: String, writer: String, isCareless: Bool) throws(AuthError) {
        file = try SharedCacheFile(path: path)
        self.writer = writer
        self.isCareless = isCareless
    }

    var location: String { file.location }
    var lockPath: String { file.lockPath }

    func stamp() throws(AuthError) -> SharedCacheStamp? { try file.stamp() }

    func read() throws(AuthError) -> [UInt8]? {
        let bytes = try file.read()
        seen.last.withLock { $0 = bytes }
        guard isCareless else { return bytes }
        return seen.first.withLock { first in
            first = first ?? bytes
            return first
        }
    }

    func write(_ bytes: [UInt8]) throws(AuthError) {
        let base = seen.last.withLock { $0 }
        let present = try file.read()
        if let new = CacheEntries(bytes) {
            if let base = CacheEntries(base) {
                for name in base.lost(in: new, by: writer) { WorkerOutput.write("dropped \(name)") }
            }
            // We have held the lock since the read, so a write in between was made without it.
            if present != base {
                WorkerOutput.write("intruded")
                for name in CacheEntries(present)?.lost(in: new, by: writer) ?? [] {
                    WorkerOutput.write("overran \(name)")
                }
            }
        }
        try file.write(bytes)
    }
}
