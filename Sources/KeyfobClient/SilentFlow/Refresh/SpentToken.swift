import KeyfobFlows
import Synchronization

/// The refresh token of one exchange: the redeemed one, until its successor is stored.
final class SpentToken: Sendable {
    private let state: Mutex<SpendableToken>

    init(_ token: SpendableToken) { state = Mutex(token) }

    /// The token that the store, or ADAL's cache, has now.
    var current: SpendableToken { state.withLock { $0 } }

    /// Records that the successor was stored.
    func replace(by successor: RefreshTokenSuccessor) {
        state.withLock { $0 = $0.replaced(by: successor.refreshToken) }
    }
}
