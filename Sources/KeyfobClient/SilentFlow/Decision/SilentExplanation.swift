public import Foundation
public import KeyfobBrokerClient
public import KeyfobCore

/// What a silent call would do now, and the inputs of that decision. It contains no token.
public struct SilentExplanation: Sendable, Hashable {
    /// The inputs of the decision.
    package var inputs: SilentInputs
    /// The authority, with the tenant resolved as far as the store can; nil if the server would have to be asked for
    /// the tenant of a domain.
    public var authority: Authority?
    /// The scopes of the stored token; nil if there is none with the requested scopes.
    public var tokenScopes: ScopeSet?
    /// When that token expires.
    public var tokenExpiresOn: Date?
    /// When that token is due to be renewed, if the server stated it.
    public var tokenRefreshOn: Date?

    /// The order of brokers that the call would try without a stored token, as far as it is known without asking the
    /// system.
    public var broker: BrokerRoute?

    /// The decision.
    public var decision: SilentDecision { SilentDecision(inputs) }

    /// The explanation after the server was asked.
    ///
    /// - Parameter outcome: the call's outcome.
    public func after(_ outcome: Result<TokenResult, AuthError>) -> SilentExplanation {
        var copy = self
        switch outcome {
        case .success(let result):
            if result.source != .cache {
                (copy.inputs.network, copy.inputs.answer) = (.up, .tokens)
            } else if decision.step == .refresh {
                // A stored token was returned after all, which happens in an outage only.
                copy.inputs.network = .down
            }
        case .failure(let error):
            copy.inputs = inputs.after(error, rest: SilentInputs.RefreshToken.none)
        }
        return copy
    }
}
