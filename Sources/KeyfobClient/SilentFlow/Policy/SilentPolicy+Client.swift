package import KeyfobFlows

extension SilentPolicy {
    /// MSAL: the version 2 endpoints. ``SilentDecision`` evaluates the responses.
    package static let msal = SilentPolicy(
        renewal: .inBackground, memory: .failures, failureLevel: .info, decision: RefusalDecision.byDecision)

    /// ADAL: the version 1 endpoints. Every refusal leads to the next token, and `invalid_grant` deletes an item.
    package static let adal = SilentPolicy(
        renewal: .never, memory: .requested, failureLevel: .verbose, decision: RefusalDecision.byADAL)
}

extension SilentInputs {
    /// The same inputs, as a policy sees them: a token that is due to be renewed is valid if the policy never renews
    /// early.
    package func under(_ policy: SilentPolicy) -> SilentInputs {
        guard accessToken == .refreshDue, policy.renewal == .never else { return self }
        var inputs = self
        inputs.accessToken = .valid
        return inputs
    }
}

extension ClientLogMessage.Level {
    /// The level of a policy.
    package init(_ level: SilentPolicy.LogLevel) {
        self =
            switch level {
            case .info: .info
            case .verbose: .verbose
            }
    }
}
