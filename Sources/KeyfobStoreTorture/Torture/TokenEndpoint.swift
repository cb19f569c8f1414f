import Synchronization

/// A token endpoint that rotates refresh tokens and refuses one that is spent.
///
/// The one before the newest is taken again as long as the newest was not used: its holder may have died between the
/// reply and the commit. Each such time is counted, and so are those deaths, for nothing else excuses it.
final class TokenEndpoint: Sendable {
    struct Counts: Sendable {
        var spent = 0
        var reused = 0
        var refused = 0
        /// How many died after a reply and before they said that it was stored.
        var excuses = 0
        /// How often a token was presented that should not have been.
        var twice: Int { refused + max(0, reused - excuses) }
    }

    private struct State {
        /// The number of each account's newest token.
        var newest: [String: Int] = [:]
        var counts = Counts()
    }

    private let state = Mutex(State())

    var counts: Counts { state.withLock { $0.counts } }

    /// Begins with fresh accounts.
    func begin() { state.withLock { $0.newest = [:] } }

    /// Somebody who had got a token died before it was known to be stored.
    func excuse() { state.withLock { $0.counts.excuses += 1 } }

    /// The answer to `spend ACCOUNT TOKEN`; every account begins with `refresh-at-0`.
    func answer(_ account: String, _ token: String) -> String {
        state.withLock { state in
            let newest = state.newest[account, default: 0]
            switch Int(token.dropFirst("refresh-at-".count)) {
            case newest:
                state.counts.spent += 1
                state.newest[account] = newest + 1
                return "reply at-\(newest + 1)"
            case newest - 1:
                state.counts.reused += 1
                return "reply at-\(newest)"
            default:
                state.counts.refused += 1
                return "refused"
            }
        }
    }
}
