/// What all policies together say of a sign-in: every policy that applies has to be satisfied.
public struct AccessDecision: Sendable, Hashable {
    /// What each policy says, in their order.
    public let verdicts: [PolicyVerdict]
    /// What has to be met before there is access, in the order in which a person is led to it.
    public let missing: [PolicyControl]
    /// The ids of the policies that are not satisfied.
    public let unsatisfied: [String]
    /// How an unmet strength can be met: the combinations that every policy allows which wants one and has not got it.
    public let strengths: [AuthenticationStrength]
    /// Whether a device could satisfy a policy that is not satisfied: as one of its controls, even where another is named
    /// as missing, or by its filter. A device that has not shown itself is asked before the person is.
    let wantsDevice: Bool

    /// Whether there is access.
    public var isGranted: Bool { missing.isEmpty }

    /// Judges a sign-in.
    ///
    /// - Parameters:
    ///   - facts: what is known of it.
    ///   - policies: the tenant's policies.
    public init(_ facts: SignInFacts, by policies: [ConditionalAccessPolicy]) {
        verdicts = policies.map { PolicyRule(policy: $0, facts: facts).verdict }
        missing = Set(verdicts.compactMap(\.missing)).sorted()
        unsatisfied = verdicts.filter { $0.missing != nil }.map(\.policyID)
        let failed = zip(policies, verdicts).filter { $1.missing != nil }
        strengths = failed.filter { $1.wantsStrength }.compactMap { policy, _ in policy.grant?.strength }
        wantsDevice =
            facts.transferMethod == nil
            && failed.contains { $1.wantsDevice || $0.conditions.deviceFilter != nil }
    }
}

extension PolicyVerdict {
    /// Whether the strength that the policy wants is unmet, or the factor that met it has to be given again.
    fileprivate var wantsStrength: Bool {
        wanted.contains(.authenticationStrength)
            && (!met.contains(.authenticationStrength) || missing == .secondFactorFrequency)
    }

    /// Whether the policy wants a device, or would be content with one in place of what is missing.
    fileprivate var wantsDevice: Bool {
        [PolicyControl.compliantDevice, .domainJoinedDevice].contains { wanted.contains($0) && !met.contains($0) }
    }
}
