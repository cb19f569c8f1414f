import Dispatch
import Foundation
import Synchronization

/// The one queue of a process on which a cache's lock file may be touched.
///
/// It is the process's and not a store's, because so are the kernel's `fcntl` locks: a second handle of the same cache,
/// opened anywhere in the process, would drop the first one's lock by closing the file.
final class SharedCacheTurnstile: Sendable {
    private struct Known: Sendable {
        weak var turnstile: SharedCacheTurnstile?
    }

    private static let known = Mutex<[String: Known]>([:])

    /// Blocking work happens here, never on the threads that run tasks.
    let queue = DispatchQueue(label: "org.keyfob.shared-cache")

    private init() {}

    /// The turnstile of a lock file, the same for all spellings of its directory.
    static func of(_ lockPath: String) -> SharedCacheTurnstile {
        let path = lockPath as NSString
        let directory = path.deletingLastPathComponent
        let real = realpath(directory, nil)
        defer { free(real) }
        let name = (real.map { String(cString: $0) } ?? directory) + "/" + path.lastPathComponent
        return known.withLock { known in
            if let turnstile = known[name]?.turnstile { return turnstile }
            known = known.filter { $0.value.turnstile != nil }
            let turnstile = SharedCacheTurnstile()
            known[name] = Known(turnstile: turnstile)
            return turnstile
        }
    }
}
