import KeyfobBackport
import KeyfobCore
import KeyfobIdPModel

/// Removes expired data in pieces, every few minutes by the provider's own clock.
///
/// The program that runs a provider calls it by a timer, so that it also runs while no requests arrive. Each request
/// calls it too, so that it keeps up with a flood of requests, and runs after the clock was moved.
package final class Housekeeping: Sendable {
    /// The seconds between two rounds.
    static let interval: Int64 = 300
    /// The number of rows of each kind that one transaction removes, so that no request waits long for it.
    package static let piece = 500

    private let next = Mutex<Int64>(.min)

    /// Runs a round if it is due.
    ///
    /// - Throws: the store's error; the next round tries again.
    func run(at now: Int64, _ services: Services) async throws {
        let isDue = next.withLock { next in
            // The clock may also have been moved back.
            guard now >= next || next > now + Self.interval else { return false }
            next = now + Self.interval
            return true
        }
        guard isDue else { return }
        let horizon = PurgeHorizon(unaskedAt: now, services.configuration)
        let began = ContinuousClock.now
        var isMore: Bool?
        defer { services.observer?.observe(.purge(isMore: isMore, duration: began.duration(to: .now))) }
        isMore = try await services.store.transaction { try $0.purge(horizon, atMost: Self.piece) }
        if isMore == true { next.withLock { $0 = now } }
    }
}

extension PurgeHorizon {
    /// The horizon of all data that is no longer needed at a time.
    package init(at now: Int64, _ configuration: IdPConfiguration) {
        self.init(
            expired: now, unused: now - configuration.refreshTokenInactivity, logged: now - SignInLogLimits.seconds,
            deleted: now - DeletedItem.lifetime)
    }

    /// The horizon for automatic removal: some time later, so that late requests still get the specific error.
    init(unaskedAt now: Int64, _ configuration: IdPConfiguration) {
        self.init(at: now, configuration)
        expired -= 86400
        unused -= 7 * 86400
    }
}
