import Foundation
import KeyfobBackport

/// Limits the attempts to replace tokens that are still valid, so that frequent calls do not send as many requests
/// while the server is down.
final class ProactiveRefreshes: Sendable {
    /// Seconds between two attempts for one key.
    static let interval: Double = 60
    private static let capacity = 1000

    private let attempts = Mutex<[RefreshKey: Date]>([:])

    /// Whether an attempt is due; if so, it counts as made.
    func isDue(_ key: RefreshKey, now: Date) -> Bool {
        attempts.withLock { attempts in
            // An attempt in the future: the clock was set back.
            if let last = attempts[key], abs(now.timeIntervalSince(last)) < Self.interval { return false }
            if attempts.count >= Self.capacity { attempts.removeAll() }
            attempts[key] = now
            return true
        }
    }
}
