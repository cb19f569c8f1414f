package import KeyfobCore

/// The decision of one policy on one sign-in, with the reason.
package struct PolicyDecision: Sendable, Hashable {
    /// The outcome.
    package enum Outcome: Sendable, Hashable {
        /// The policy is disabled.
        case disabled
        /// The policy does not apply to the sign-in; the text names the condition that is not met.
        case notApplied(String)
        /// All its controls are met.
        case satisfied
        /// A control is missing: the one to be met next.
        case unsatisfied(PolicyControl)
    }

    /// The policy's id.
    package let policyID: String
    /// The policy's name.
    package let displayName: String
    /// Whether it is only evaluated for the report.
    package let isReportOnly: Bool
    /// The outcome.
    package let outcome: Outcome
    /// The controls that it requires.
    package let wanted: [PolicyControl]
    /// The required controls that are met.
    package let met: [PolicyControl]
    /// Whether one of the controls is enough to grant access.
    package let isAny: Bool

    /// The missing control, if this policy is enforced and not satisfied.
    package var missing: PolicyControl? {
        if !isReportOnly, case .unsatisfied(let control) = outcome { control } else { nil }
    }

    /// Microsoft Graph's name for it (`appliedConditionalAccessPolicyResult`).
    package var result: String {
        switch (outcome, isReportOnly) {
        case (.disabled, _): "notEnabled"
        case (.notApplied, false): "notApplied"
        case (.notApplied, true): "reportOnlyNotApplied"
        case (.satisfied, false): "success"
        case (.satisfied, true): "reportOnlySuccess"
        case (.unsatisfied, false): "failure"
        case (.unsatisfied(let control), true):
            control.interactionRequired ? "reportOnlyInterrupted" : "reportOnlyFailure"
        }
    }

    /// The reason, in one sentence.
    package var explanation: String {
        let names = wanted.map(\.rawValue).joined(separator: isAny ? " or " : " and ")
        return switch outcome {
        case .disabled: "The policy is disabled."
        case .notApplied(let condition): "The policy does not apply: \(condition)."
        case .satisfied:
            wanted.isEmpty
                ? "The policy requires nothing of this sign-in." : "The policy requires \(names), which is met."
        case .unsatisfied(.block): "The policy blocks this sign-in."
        case .unsatisfied(let control):
            "The policy requires \(names); missing: \(control.rawValue)"
                + (met.isEmpty ? "." : ", met: \(met.map(\.rawValue).joined(separator: ", ")).")
        }
    }

    /// The decision as Microsoft Graph's `appliedConditionalAccessPolicy`, with the explanation.
    package var json: JSONValue {
        [
            "id": .string(policyID), "displayName": .string(displayName), "result": .string(result),
            "enforcedGrantControls": .strings(wanted.map(\.rawValue)),
            "satisfiedControls": .strings(met.map(\.rawValue)),
            "explanation": .string(explanation),
        ]
    }
}

extension PolicyControl {
    /// Whether the user can meet it during the sign-in.
    fileprivate var interactionRequired: Bool {
        switch self {
        case .signInFrequency, .secondFactorFrequency, .mfa, .authenticationStrength: true
        default: false
        }
    }
}
