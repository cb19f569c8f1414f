import Dispatch
import Foundation
import KeyfobBackport

/// The queue of a process on which a cache's lock file is used.
///
/// There is one for the process, not for each store, because `fcntl` locks belong to the process: another handle of the
/// same cache in the process would release the first one's lock by closing the file.
final class SharedCacheTurnstile: Sendable {
    private struct Known: Sendable {
        weak var turnstile: SharedCacheTurnstile?
    }

    private static let known = Mutex<[String: Known]>([:])

    /// The longest pause after a turn, in seconds.
    private static let longestRest = 1.0

    /// For blocking work, which must not run on the threads of the task executor.
    let queue = DispatchQueue(label: "org.keyfob.shared-cache")
    /// The end of the pause in which the lock is left to others.
    private let restsUntil = Mutex<ContinuousClock.Instant?>(nil)

    private init() {}

    /// Starts a pause after the lock was held, for other processes that may be waiting.
    ///
    /// MSAL Python checks for the lock file four times a second, and after 5 s continues without it or gives up. So the
    /// file has to be absent for a good part of the time: after each turn for as long as it existed; and for longer if
    /// this process had to wait, since several processes of ours then share the time.
    ///
    /// - Parameters:
    ///   - waited: the seconds before the lock was acquired.
    ///   - held: the seconds for which it was held.
    func rest(afterWaiting waited: Double, holding held: Double) {
        let rest = Self.rest(afterWaiting: waited, holding: held)
        restsUntil.withLock { $0 = .now + .seconds(rest) }
    }

    /// The length of the pause in seconds.
    static func rest(afterWaiting waited: Double, holding held: Double) -> Double {
        min(longestRest, waited < 0.001 ? held : 2 * (waited + held))
    }

    /// The remaining seconds of the pause; 0 for a process that writes seldom.
    var remainingRest: Double {
        restsUntil.withLock { $0.map { max(0, ContinuousClock.now.duration(to: $0) / .seconds(1)) } ?? 0 }
    }

    /// The turnstile of a lock file, the same for all paths of its directory.
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
