import KeyfobCore

/// The rules of a silent call in which MSAL and ADAL differ, as values. Each library keeps its own, because apps were
/// written against it (decision 0018).
package struct SilentPolicy: Sendable {
    /// Whether a stored token that is still valid is renewed once the server's `refresh_in` has passed.
    let renewsEarly: Bool
    /// Whether a server that failed gets no requests for a minute although it did not ask for that.
    package let sparesFailingServers: Bool
    /// The severity of the message that a refresh failed.
    package let failureLevel: ClientLogMessage.Level
    /// The meaning of a response without tokens.
    package let verdict: @Sendable (SilentRefusal) -> SilentVerdict

    /// MSAL: the version 2 endpoints. ``SilentDecision`` judges the responses.
    static let msal = SilentPolicy(
        renewsEarly: true, sparesFailingServers: true, failureLevel: .info,
        verdict: SilentVerdict.byDecision)

    /// ADAL: the version 1 endpoints. Every refusal leads to the next token, and `invalid_grant` deletes an item.
    package static let adal = SilentPolicy(
        renewsEarly: false, sparesFailingServers: false, failureLevel: .verbose,
        verdict: SilentVerdict.byADAL)
}

extension SilentInputs {
    /// The same inputs, as a policy sees them: a token that is due to be renewed is valid if the policy never renews
    /// early.
    package func under(_ policy: SilentPolicy) -> SilentInputs {
        guard accessToken == .refreshDue, !policy.renewsEarly else { return self }
        var inputs = self
        inputs.accessToken = .valid
        return inputs
    }
}
