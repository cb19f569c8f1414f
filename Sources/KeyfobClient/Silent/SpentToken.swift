import KeyfobFlows
import Synchronization

/// The refresh token of one exchange: the spent one, until its successor is kept in its place.
final class SpentToken: Sendable {
    private let state: Mutex<SpendableToken>

    init(_ token: SpendableToken) { state = Mutex(token) }

    /// What the store, or ADAL's cache, has by now.
    var current: SpendableToken { state.withLock { $0 } }

    /// The successor is kept.
    func replace(by successor: RefreshTokenSuccessor) {
        state.withLock { $0 = $0.replaced(by: successor.refreshToken) }
    }
}
