import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPModel
import KeyfobTesting
import Testing

/// Properties of any policies and any sign-in, tested on many combinations of the table's rows.
@Suite("Properties of all policies")
struct PolicyPropertyTests {
    private static let facts = DecisionTableTests.rows.map { SignInFacts($0.signIn) }

    private static func policies() throws -> [ConditionalAccessPolicy] {
        try DecisionTableTests.rows.flatMap(\.policies).enumerated().map {
            try ConditionalAccessPolicy($1, id: "policy-\($0)")
        }
    }

    /// Many sets of policies, each with a sign-in.
    private func draws(_ count: Int, seed: UInt64) throws -> [(SignInFacts, [ConditionalAccessPolicy])] {
        let all = try Self.policies()
        var draw = SplitMix(seed: seed)
        return (0..<count).compactMap { _ in
            let chosen = (0..<Int.random(in: 0...5, using: &draw)).compactMap { _ in all.randomElement(using: &draw) }
            return Self.facts.randomElement(using: &draw).map { ($0, chosen) }
        }
    }

    @Test("Adding a policy never grants more")
    func monotonous() throws {
        let all = try Self.policies()
        var draw = SplitMix(seed: 1)
        for (facts, policies) in try draws(3000, seed: 11) {
            let before = AccessDecision(facts, by: policies)
            let extra = try #require(all.randomElement(using: &draw))
            let after = AccessDecision(facts, by: policies + [extra])
            #expect(Set(before.missing).isSubset(of: after.missing))
            if !before.isGranted { #expect(!after.isGranted) }
        }
    }

    @Test("A block that applies always wins, and is listed first")
    func block() throws {
        let json = try #require(DecisionTableTests.rows.first { $0.name.hasPrefix("block wins") }).policies[1]
        let block = try ConditionalAccessPolicy(json, id: "block")
        for (facts, policies) in try draws(3000, seed: 12) where facts.action != .registerSecurityInformation {
            #expect(AccessDecision(facts, by: policies + [block]).missing.first == .block)
            #expect(AccessDecision(facts, by: [block] + policies).missing.first == .block)
        }
    }

    @Test("Report-only and disabled policies never change the outcome, and are still evaluated")
    func reportOnly() throws {
        for (facts, policies) in try draws(3000, seed: 13) {
            let enforced = AccessDecision(facts, by: policies)
            for state in [ConditionalAccessPolicy.State.reportOnly, .disabled] {
                let silent = try policies.map { policy in
                    try ConditionalAccessPolicy(
                        JSONValue.object(policy.document).merging(["state": .string(state.rawValue)]), id: policy.id)
                }
                let both = AccessDecision(facts, by: policies + silent)
                #expect(both.missing == enforced.missing)
                #expect(both.unsatisfied == enforced.unsatisfied)
                #expect(AccessDecision(facts, by: silent).isGranted)
                #expect(both.policyDecisions.count == 2 * policies.count)
            }
        }
    }

    @Test("Neither the order of policies nor a duplicate matters")
    func order() throws {
        for (facts, policies) in try draws(2000, seed: 14) {
            let once = AccessDecision(facts, by: policies)
            #expect(AccessDecision(facts, by: policies.reversed()).missing == once.missing)
            #expect(AccessDecision(facts, by: policies + policies).missing == once.missing)
        }
    }

    @Test("More evidence never removes access")
    func evidence() throws {
        for (facts, policies) in try draws(3000, seed: 15) {
            var more = facts
            more.evidence.methods.formUnion(["otp", "mfa", "rsa", "x509mf"])
            more.evidence.multiFactorAt = facts.now
            more.evidence.isBrokered = true
            more.isApprovedApplication = true
            more.isProtectedApplication = true
            more.authenticatedAt = facts.now
            let (before, after) = (AccessDecision(facts, by: policies), AccessDecision(more, by: policies))
            if before.isGranted { #expect(after.isGranted) }
        }
    }

    @Test("A policy is written back as it was sent, unknown members included")
    func faithful() throws {
        let json = try #require(DecisionTableTests.rows[1].policies.first).merging([
            "id": "P-1", "createdDateTime": "2026-01-01T00:00:00Z", "templateId": nil, "description": "kept",
            "@odata.context": "https://graph.microsoft.com/$metadata",
            "conditions": ["userRiskLevels": [], "times": nil],
        ])
        let policy = try ConditionalAccessPolicy(json, id: "other")
        #expect(policy.id == "p-1")
        #expect(JSONValue.object(policy.document) == json.merging(["id": "p-1"]))
    }
}
