import KeyfobConformance
import KeyfobTesting
import Testing

@Suite("The matrix of sign-ins")
struct SignInMatrixTests {
    /// The differing cases that are shown; the rest is counted.
    private static let mostShown = 40

    @Test("There are at least 2,000 cases, with every value of every question and every kind of outcome")
    func coverage() {
        let cases = SignInCase.all
        #expect(cases.count >= 2000)
        #expect(Set(cases.map(\.account)).count == SignInCase.Account.allCases.count)
        #expect(Set(cases.map(\.audience)).count == SignInCase.Audience.allCases.count)
        #expect(Set(cases.map(\.endpoint)).count == SignInCase.Endpoint.allCases.count)
        #expect(Set(cases.map(\.prompt)).count == SignInCase.Prompt.allCases.count)
        #expect(Set(cases.map(\.session)).count == SignInCase.Session.allCases.count)
        #expect(Set(cases.map(\.policy)).count == SignInCase.Policy.allCases.count)
        #expect(Set(cases.map(SignInModel.expected)).count >= 60)
    }

    @Test(
        "Every sign-in ends as the model says, with its pages, its error and its tokens", arguments: StoreKind.allCases)
    func outcomes(_ kind: StoreKind) async throws {
        let groups = Dictionary(grouping: SignInCase.all) { Group(policy: $0.policy, isConsented: $0.isConsented) }
        let differences = try await withThrowingTaskGroup(of: [String].self) { tasks in
            for (group, cases) in groups { tasks.addTask { try await Self.differences(group, cases, kind) } }
            var all: [String] = []
            for try await found in tasks { all += found }
            return all
        }
        let shown = differences.sorted().prefix(Self.mostShown).joined(separator: "\n")
        #expect(differences.isEmpty, "\(differences.count) of \(SignInCase.all.count) cases differ:\n\(shown)")
    }

    /// The cases that share one provider.
    private struct Group: Hashable, Sendable {
        let policy: SignInCase.Policy
        let isConsented: Bool
    }

    private static func differences(_ group: Group, _ cases: [SignInCase], _ kind: StoreKind) async throws -> [String] {
        let stage = try await SignInStage(group.policy, isConsented: group.isConsented, with: kind)
        var found: [String] = []
        for given in cases {
            let wanted = SignInModel.expected(given)
            let outcome: String
            do {
                let real = try await SignInRun(given: given, stage: stage).outcome()
                if real == wanted { continue }
                outcome = "\(real)"
            } catch {
                outcome = "\(error)"
            }
            found.append("\(given): the model says \(wanted), and the provider \(outcome)")
        }
        return found
    }
}
