import KeyfobCore
import Synchronization

/// Forgets what has expired, a piece at a time, every few minutes by the provider's own clock.
///
/// The program that runs a provider calls it by a timer, so that it is done while no request comes; each answered request
/// calls it too, so that a flood is met while it comes, and after the clock was moved.
final class Housekeeping: Sendable {
    /// How many seconds lie between two rounds.
    static let interval: Int64 = 300
    /// How many rows of each kind one transaction removes, so that no request waits long for it.
    static let piece = 500

    private let next = Mutex<Int64>(.min)

    /// Does what is due, if it is.
    ///
    /// - Throws: the store's error; the next round tries again.
    func run(at now: Int64, _ services: Services) async throws {
        let isDue = next.withLock { next in
            // The clock may have been moved back as well.
            guard now >= next || next > now + Self.interval else { return false }
            next = now + Self.interval
            return true
        }
        guard isDue else { return }
        let horizon = PurgeHorizon(unaskedAt: now, services.configuration)
        let isMore = try await services.store.transaction { try $0.purge(horizon, atMost: Self.piece) }
        if isMore { next.withLock { $0 = now } }
    }
}
