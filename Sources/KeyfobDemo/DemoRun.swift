#if Server
import KeyfobTesting
import KeyfobCore
import Foundation

/// The whole demo: acts of claims, each proved before the next is begun. The first half has a suite whose apps share a
/// store; the second half a device with a broker.
struct DemoRun: Sendable {
    let table: Table

    static let acts: [(title: String, claims: [Claim])] = [
        ("Sign in once", Claim.signInOnce),
        ("Time passes", Claim.timePasses),
        ("Sharing and removal", Claim.walls),
        ("Services", Claim.services),
        ("Failures and their errors", Claim.refusals),
        ("A device: two vendors, one sign-in", Claim.twoVendors),
        ("A hostile app", Claim.spoofing),
        ("Policies that the broker can satisfy", Claim.policies),
        ("A certificate and no password", Claim.certificates),
        ("The broker is removed and reinstalled", Claim.comesAndGoes),
        ("The broker's reply in transit", Claim.onTheWay),
    ]

    /// Runs the demo and returns the number of claims that were not proved.
    func run(on demo: DemoEnvironment) async -> Int {
        var number = 0
        var failures = 0
        let provesCallers = demo.device?.provesCallers ?? false
        for act in Self.acts {
            table.title(act.title)
            for claim in act.claims {
                number += 1
                guard provesCallers || !claim.needsCallers else {
                    failures += 1
                    table.row(
                        number, claim, .notProved,
                        evidence: "all apps share one user id here, so that each can imitate the others: the device's "
                            + "identification of callers proves nothing, and no provider trusts it from a broker. "
                            + "The first lines contain the remedy")
                    continue
                }
                do {
                    let evidence = try await claim.prove(demo)
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
