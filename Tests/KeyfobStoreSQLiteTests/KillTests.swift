import Foundation
import KeyfobCore
import KeyfobStoreSQLite
import KeyfobTesting
import Testing

@Suite("Killed writers", .serialized)
struct KillTests {
    /// The kills of one seed are always the same; set another seed for others.
    private static let seed = UInt64(ProcessInfo.processInfo.environment["KEYFOB_SEED"] ?? "") ?? 20_261_121

    @Test("200 SIGKILLs of writers: the store opens, no acknowledged write is missing, and the next writer can write")
    func kills() async throws {
        print("KillTests: seed \(Self.seed) (KEYFOB_SEED)")
        let random = SeededRandomSource(seed: Self.seed)
        let home = try TemporaryHome()
        let bystander = try home.open()
        var acknowledged: [String] = []
        var killed = 0
        for round in 0..<200 {
            let stage = StoreTestPoint.ofCommits[random.below(StoreTestPoint.ofCommits.count)]
            let number = 1 + random.below(4)
            let worker = try WorkerProcess([home.path, stage.rawValue, String(number)])
            worker.say("add r\(round)- 24")
            let lines = worker.finish()
            if lines.last != "done" { killed += 1 }
            let added = lines.filter { $0.hasPrefix("added ") }.map { String($0.dropFirst(6)) }
            acknowledged += added
            for account in added {
                #expect(try bystander.token(of: account) == "token-\(account)", "seed \(Self.seed), round \(round)")
            }
            // Every other time a reader comes first, so that both find what a killed writer left.
            if round.isMultiple(of: 2) {
                try await bystander.add("next", token: "after \(round)")
                #expect(try bystander.token(of: "next") == "after \(round)")
                acknowledged.removeAll { $0 == "next" }
            }
        }
        #expect(killed == 200, "every worker reached its end")
        let fresh = try home.open()
        #expect(fresh.setAside == nil)
        let missing = try acknowledged.filter { try fresh.token(of: $0) != "token-\($0)" }
        #expect(missing.isEmpty, "seed \(Self.seed)")
        #expect(acknowledged.count > 100)
    }
}
