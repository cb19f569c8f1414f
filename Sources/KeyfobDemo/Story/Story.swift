#if Server
import KeyfobTesting
import KeyfobCore
import Foundation

/// The whole story: acts of claims, each proved before the next is begun. The first half is a suite's, with a store that
/// its apps share; the second half happens on a device, with a broker.
struct Story: Sendable {
    let table: Table

    static let acts: [(title: String, claims: [Claim])] = [
        ("Sign in once", Claim.signInOnce),
        ("Time passes", Claim.timePasses),
        ("Who shares, and who leaves", Claim.walls),
        ("What goes wrong says so", Claim.refusals),
        ("A device: two vendors, one sign-in", Claim.twoVendors),
        ("An app that means harm", Claim.spoofing),
        ("Policies that the broker can satisfy", Claim.policies),
        ("A certificate and no password", Claim.certificates),
        ("The broker comes and goes", Claim.comesAndGoes),
        ("The broker's reply on its way", Claim.onTheWay),
    ]

    /// Tells the story and returns how many claims were not proved.
    func tell(on stage: Stage) async -> Int {
        var number = 0
        var failures = 0
        let provesCallers = stage.device?.provesCallers ?? false
        for act in Self.acts {
            table.title(act.title)
            for claim in act.claims {
                number += 1
                guard provesCallers || !claim.needsCallers else {
                    failures += 1
                    table.row(
                        number, claim, .notProved,
                        evidence: "all apps share one user id here, so that any of them can speak as another: what the "
                            + "device says of callers is merely claimed, and no provider takes a broker's word on that. "
                            + "The first lines say how to change it")
                    continue
                }
                do {
                    let evidence = try await claim.prove(stage)
                    table.row(number, claim, .proved, evidence: evidence)
                } catch {
                    failures += 1
                    table.row(number, claim, .failed, evidence: String(describing: error))
                }
            }
        }
        return failures
    }
}
#endif
