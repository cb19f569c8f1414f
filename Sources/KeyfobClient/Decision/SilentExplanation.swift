public import Foundation
public import KeyfobCore

/// What a silent call would do now, and everything that it would do it by. It holds no token.
public struct SilentExplanation: Sendable, Hashable {
    /// What the decision rests on.
    public var inputs: SilentInputs
    /// Where, the tenant resolved as far as the store can; nil if the server would have to be asked which tenant a
    /// domain is.
    public var authority: Authority?
    /// The stored token that has the scopes: what it is for; nil if there is none.
    public var tokenScopes: ScopeSet?
    /// When that token ceases to be valid.
    public var tokenExpiresOn: Date?
    /// When the server wants it renewed, if it said so.
    public var tokenRefreshOn: Date?

    /// Whom the call would ask where the store does not answer, as far as that is known without asking the system.
    public var broker: BrokerRoute?

    /// The decision.
    public var decision: SilentDecision { SilentDecision(inputs) }

    /// The same after the server was asked.
    ///
    /// - Parameter outcome: what the call brought.
    public func after(_ outcome: Result<TokenResult, AuthError>) -> SilentExplanation {
        var copy = self
        switch outcome {
        case .success(let result):
            if result.source != .cache {
                (copy.inputs.network, copy.inputs.answer) = (.up, .tokens)
            } else if decision.step == .refresh {
                // A stored token after all: that is what an outage is answered with.
                copy.inputs.network = .down
            }
        case .failure(let error):
            copy.inputs = inputs.after(error, rest: SilentInputs.RefreshToken.none)
        }
        return copy
    }
}
