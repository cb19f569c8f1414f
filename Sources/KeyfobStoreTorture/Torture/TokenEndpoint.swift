import KeyfobBackport

/// A token endpoint that rotates refresh tokens and refuses redeemed ones.
///
/// The last redeemed token is accepted again until its successor is redeemed: its holder may have been killed between
/// the response and the commit. Each such reuse is counted, and so are those kills, since only they excuse it.
final class TokenEndpoint: Sendable {
    struct Counts: Sendable {
        var spent = 0
        var reused = 0
        var refused = 0
        /// The number of processes that were killed between the response and the report that it was stored.
        var excuses = 0
        /// The number of tokens that were presented wrongly.
        var twice: Int { refused + max(0, reused - excuses) }
    }

    private struct State {
        /// The number of each account's newest token.
        var newest: [String: Int] = [:]
        var counts = Counts()
    }

    private let state = Mutex(State())

    var counts: Counts { state.withLock { $0.counts } }

    /// Starts with new accounts.
    func begin() { state.withLock { $0.newest = [:] } }

    /// A process that had received a token was killed before it reported that the token was stored.
    func excuse() { state.withLock { $0.counts.excuses += 1 } }

    /// The reply to `spend ACCOUNT TOKEN`; the first token of every account is `refresh-at-0`.
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
