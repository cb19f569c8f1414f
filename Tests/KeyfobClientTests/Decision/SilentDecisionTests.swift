import Foundation
import KeyfobClient
import Testing

@Suite("The silent decision")
struct SilentDecisionTests {
    @Test("is as its table states", arguments: SilentTable.rows)
    func table(_ row: SilentRow) {
        let decision = SilentDecision(row.inputs)
        #expect(decision.step == row.step)
        #expect(decision.effects == row.effects)
        #expect(!decision.reasons.isEmpty)
        for reason in decision.reasons { #expect(reason.sentence.hasSuffix(".")) }
    }

    @Test("is stated for every relevant input: the table names each state, step and effect at least once")
    func complete() {
        let inputs = SilentTable.rows.map(\.inputs)
        #expect(Set(inputs.map(\.signIn)) == Set(SilentInputs.SignIn.allCases))
        #expect(Set(inputs.map(\.accessToken)) == Set(SilentInputs.AccessToken.allCases))
        #expect(Set(inputs.map(\.refreshToken)) == Set(SilentInputs.RefreshToken.allCases))
        #expect(Set(inputs.map(\.network)) == Set(SilentInputs.Network.allCases))
        #expect(Set(inputs.compactMap(\.answer)) == Set(SilentInputs.Response.allCases))
        #expect(Set(SilentTable.rows.map(\.step)) == Set(SilentDecision.Step.allCases))
        #expect(Set(SilentTable.rows.flatMap(\.effects)) == Set(SilentDecision.Effect.allCases))
        let reasons = Set(inputs.flatMap { SilentDecision($0).reasons })
        let missing = Set(SilentDecision.Reason.allCases).subtracting(reasons)
        #expect(missing.isEmpty)
        #expect(Set(inputs).count == inputs.count)
    }

    @Test("is the same before and after the look-up of a refresh token, except where there is none")
    func unread() {
        for row in SilentTable.rows where row.inputs.network == .notAsked {
            var inputs = row.inputs
            inputs.refreshToken = .unread
            let step = SilentDecision(inputs).step
            #expect(step == row.step || (step == .refresh && row.inputs.refreshToken == .none))
        }
    }

    @Test("A token that the server refused, or that the caller asked to replace, is never returned, over all inputs")
    func invariants() {
        var count = 0
        var broken: [SilentInputs] = []
        SilentInputs.forEach { inputs in
            count += 1
            if !Self.holds(inputs, SilentDecision(inputs)) { broken.append(inputs) }
        }
        #expect(count > 10_000)
        #expect(broken.isEmpty)
    }

    private static func holds(_ inputs: SilentInputs, _ decision: SilentDecision) -> Bool {
        let servesStored = [.serveStored, .serveStoredAndRenew, .serveSpare, .serveExtended].contains(decision.step)
        let mustNotServe =
            inputs.forcesRefresh || inputs.hasClaims || inputs.signIn == .signedOut
            || [.absent, .expired, .fromFuture, .otherKey].contains(inputs.accessToken)
            || (inputs.network == .up && inputs.answer != .outage && inputs.answer != .unsent)
        if servesStored, mustNotServe { return false }
        return switch decision.step {
        case .serveExtended: inputs.allowsExtendedLifetime && inputs.accessToken == .extended
        case .serveFresh: inputs.answer == .tokens
        case .refresh: inputs.refreshToken != .none
        case .requireInteraction: inputs.answer != .tokens || inputs.signIn == .signedOut || inputs.network != .up
        default: decision.effects.isEmpty
        }
    }

    @Test("docs/silent-flow.md contains the current table")
    func page() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("docs/silent-flow.md"), encoding: .utf8)
        let lines = page.split(separator: "\n").map(String.init)
        let table = lines.filter { $0.hasPrefix("| ") || $0.hasPrefix("|-") }
        #expect(table == SilentTable.markdown, "The table has to be:\n\(SilentTable.markdown.joined(separator: "\n"))")
        for reason in SilentDecision.Reason.allCases {
            #expect(page.contains("- `\(reason.rawValue)`: \(reason.sentence)"))
        }
    }
}

extension SilentInputs {
    /// Calls `body` with every possible combination of inputs.
    static func forEach(_ body: (SilentInputs) -> Void) {
        let answers: [(Network, Response?)] = [(.notAsked, nil), (.down, nil)] + Response.allCases.map { (.up, $0) }
        for signIn in SignIn.allCases {
            for access in AccessToken.allCases {
                for refresh in RefreshToken.allCases {
                    for (network, answer) in answers {
                        for flags in 0..<16 {
                            body(
                                SilentInputs(
                                    signIn: signIn, accessToken: access, refreshToken: refresh,
                                    hasClaims: flags & 1 != 0, forcesRefresh: flags & 2 != 0, network: network,
                                    answer: answer, isRemembered: flags & 4 != 0,
                                    allowsExtendedLifetime: flags & 8 != 0))
                        }
                    }
                }
            }
        }
    }
}
