#if Server
import KeyfobTesting
import KeyfobCore
import Foundation

/// The whole story: four acts of claims, each proved before the next is begun.
struct Story: Sendable {
    let table: Table

    static let acts: [(title: String, claims: [Claim])] = [
        ("Sign in once", Claim.signInOnce),
        ("Time passes", Claim.timePasses),
        ("Who shares, and who leaves", Claim.walls),
        ("What goes wrong says so", Claim.refusals),
    ]

    /// Tells the story and returns how many claims did not hold.
    func tell(on stage: Stage) async -> Int {
        var number = 0
        var failures = 0
        for act in Self.acts {
            table.title(act.title)
            for claim in act.claims {
                number += 1
                do {
                    let evidence = try await claim.prove(stage)
                    table.row(number, claim, holds: true, evidence: evidence)
                } catch {
                    failures += 1
                    table.row(number, claim, holds: false, evidence: String(describing: error))
                }
            }
        }
        return failures
    }
}
#endif
