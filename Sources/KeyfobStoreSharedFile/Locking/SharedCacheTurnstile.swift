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

    /// Seconds that one turn is followed by at most.
    private static let longestRest = 1.0

    /// Blocking work happens here, never on the threads that run tasks.
    let queue = DispatchQueue(label: "org.keyfob.shared-cache")
    /// Until when the lock is left to others.
    private let restsUntil = Mutex<ContinuousClock.Instant?>(nil)

    private init() {}

    /// Notes that the lock was held and given back, and so who may be waiting.
    ///
    /// MSAL Python looks for the lock file four times a second, and after 5 s goes ahead without it or gives up. So the
    /// file has to be away for a good part of the time: as long as it was there, after each turn; and if this
    /// process had to wait, so that several are at it, for longer, so that all of ours together leave room.
    ///
    /// - Parameters:
    ///   - waited: seconds before the lock was had.
    ///   - held: seconds for which it was held.
    func rest(afterWaiting waited: Double, holding held: Double) {
        let rest = Self.rest(afterWaiting: waited, holding: held)
        restsUntil.withLock { $0 = .now + .seconds(rest) }
    }

    /// How many seconds are left to others then.
    static func rest(afterWaiting waited: Double, holding held: Double) -> Double {
        min(longestRest, waited < 0.001 ? held : 2 * (waited + held))
    }

    /// Seconds for which the lock is still left to others; 0 for a process that comes now and then.
    var remainingRest: Double {
        restsUntil.withLock { $0.map { max(0, ContinuousClock.now.duration(to: $0) / .seconds(1)) } ?? 0 }
    }

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
