public import KeyfobCore

/// What one policy says of one sign-in, and why.
public struct PolicyVerdict: Sendable, Hashable {
    /// What it says.
    public enum Outcome: Sendable, Hashable {
        /// The policy is switched off.
        case disabled
        /// The sign-in is not one of those that the policy is for; the condition that says so, in words.
        case notApplied(String)
        /// Everything that it wants is there.
        case satisfied
        /// Something is missing: the control to be met next.
        case unsatisfied(PolicyControl)
    }

    /// The policy's id.
    public let policyID: String
    /// The policy's name.
    public let displayName: String
    /// Whether it is judged for the report alone.
    public let isReportOnly: Bool
    /// What it says.
    public let outcome: Outcome
    /// What it wants.
    public let wanted: [PolicyControl]
    /// What of that is there.
    public let met: [PolicyControl]
    /// Whether one control of those that grant access is enough.
    public let isAny: Bool

    /// What stands in the way of the sign-in, if this policy counts and is not satisfied.
    public var missing: PolicyControl? {
        if !isReportOnly, case .unsatisfied(let control) = outcome { control } else { nil }
    }

    /// Microsoft Graph's word for it (`appliedConditionalAccessPolicyResult`).
    public var result: String {
        switch (outcome, isReportOnly) {
        case (.disabled, _): "notEnabled"
        case (.notApplied, false): "notApplied"
        case (.notApplied, true): "reportOnlyNotApplied"
        case (.satisfied, false): "success"
        case (.satisfied, true): "reportOnlySuccess"
        case (.unsatisfied, false): "failure"
        case (.unsatisfied(let control), true): control.needsPerson ? "reportOnlyInterrupted" : "reportOnlyFailure"
        }
    }

    /// Why, in one sentence.
    public var explanation: String {
        let names = wanted.map(\.rawValue).joined(separator: isAny ? " or " : " and ")
        return switch outcome {
        case .disabled: "The policy is disabled."
        case .notApplied(let condition): "The policy is for others: \(condition)."
        case .satisfied:
            wanted.isEmpty
                ? "The policy wants nothing of this sign-in." : "The policy wants \(names), and has it."
        case .unsatisfied(.block): "The policy blocks this sign-in."
        case .unsatisfied(let control):
            "The policy wants \(names); missing is \(control.rawValue)"
                + (met.isEmpty ? "." : ", there is \(met.map(\.rawValue).joined(separator: ", ")).")
        }
    }

    /// The verdict as Microsoft Graph's `appliedConditionalAccessPolicy`, with the explanation.
    public var json: JSONValue {
        [
            "id": .string(policyID), "displayName": .string(displayName), "result": .string(result),
            "enforcedGrantControls": .strings(wanted.map(\.rawValue)),
            "satisfiedControls": .strings(met.map(\.rawValue)),
            "explanation": .string(explanation),
        ]
    }
}

extension PolicyControl {
    /// Whether it is met by what a person does at the sign-in itself.
    fileprivate var needsPerson: Bool {
        switch self {
        case .signInFrequency, .secondFactorFrequency, .mfa, .authenticationStrength: true
        default: false
        }
    }
}
