/// What all policies together say of a sign-in: every policy that applies has to be satisfied.
public struct AccessDecision: Sendable, Hashable {
    /// What each policy says, in their order.
    public let verdicts: [PolicyVerdict]
    /// What has to be met before there is access, in the order in which a person is led to it.
    public let missing: [PolicyControl]
    /// The ids of the policies that are not satisfied.
    public let unsatisfied: [String]
    /// How an unmet strength can be met: the combinations that every policy allows which wants one.
    public let strengths: [AuthenticationStrength]

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
        let applied = zip(policies, verdicts).filter { policy, verdict in
            if policy.state != .enabled { return false }
            if case .notApplied = verdict.outcome { return false }
            return true
        }.map(\.0)
        strengths = applied.compactMap(\.grant?.strength)
    }
}
