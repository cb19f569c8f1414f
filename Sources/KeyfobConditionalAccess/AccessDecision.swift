/// The decision of all policies about a sign-in: every policy that applies has to be satisfied.
package struct AccessDecision: Sendable, Hashable {
    /// The decision of each policy, in their order.
    package let policyDecisions: [PolicyDecision]
    /// The controls that are not met yet, in the order in which the user has to meet them.
    package let missing: [PolicyControl]
    /// The ids of the policies that are not satisfied.
    package let unsatisfied: [String]
    /// The strengths that have to be met: that of each policy whose strength is unmet or whose factor has to be
    /// repeated.
    package let strengths: [AuthenticationStrength]
    /// Whether a device could satisfy a policy that is not satisfied: as one of its controls, even where another is
    /// named as missing, or by its filter. An unknown device is asked for its proof before the user has to act.
    package let wantsDevice: Bool

    /// Whether an enforced policy that applies ends the browser's session with the browser.
    package let endsWithBrowser: Bool

    /// Whether access is granted.
    package var isGranted: Bool { missing.isEmpty }

    /// Evaluates a sign-in.
    ///
    /// - Parameters:
    ///   - facts: the facts about it.
    ///   - policies: the tenant's policies.
    package init(_ facts: SignInFacts, by policies: [ConditionalAccessPolicy]) {
        policyDecisions = policies.map { PolicyRule(policy: $0, facts: facts).decision }
        missing = Set(policyDecisions.compactMap(\.missing)).sorted()
        unsatisfied = policyDecisions.filter { $0.missing != nil }.map(\.policyID)
        let failed = zip(policies, policyDecisions).filter { $1.missing != nil }
        strengths = failed.filter { $1.wantsStrength }.compactMap { policy, _ in policy.grant?.strength }
        endsWithBrowser = zip(policies, policyDecisions).contains { policy, decision in
            policy.session.endsWithBrowser && decision.isEnforced
        }
        wantsDevice =
            facts.transferMethod == nil
            && failed.contains { $1.wantsDevice || $0.conditions.deviceFilter != nil }
    }
}

extension PolicyDecision {
    /// Whether the strength that the policy requires is unmet, or the factor that met it has to be given again.
    fileprivate var wantsStrength: Bool {
        wanted.contains(.authenticationStrength)
            && (!met.contains(.authenticationStrength) || missing == .secondFactorFrequency)
    }

    /// Whether the policy applies, and not for the report alone.
    fileprivate var isEnforced: Bool {
        switch outcome {
        case .disabled, .notApplied: false
        case .satisfied, .unsatisfied: !isReportOnly
        }
    }

    /// Whether the policy requires a device, or accepts one instead of the missing control.
    fileprivate var wantsDevice: Bool {
        [PolicyControl.compliantDevice, .domainJoinedDevice].contains { wanted.contains($0) && !met.contains($0) }
    }
}
