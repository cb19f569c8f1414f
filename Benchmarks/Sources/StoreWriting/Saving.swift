import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

/// Saving a renewed token response durably, alternated with the probe.
struct Saving {
    let home: String

    func measure(rounds: Int) async throws {
        let store = try StoreWriting.open(home)
        let count = try store.homeAccountIDs().count
        let probe = try Probe(path: home + "/probe.sqlite")
        for index in 0..<count { try probe.add("user\(index)") }
        var (ours, bare): ([Double], [Double]) = ([], [])
        var random = SystemRandomNumberGenerator()
        let clock = ContinuousClock()
        for round in 1...max(1, rounds) {
            let index = Int.random(in: 0..<count, using: &random)
            let response = SampleResponse.of("user\(index)", number: round)
            let started = clock.now
            _ = try await store.write { transaction throws(AuthError) in
                try CredentialRules.save(response, in: transaction)
            }
            let middle = clock.now
            try probe.renew(Int64(index + 1))
            ours.append((middle - started).microseconds)
            bare.append((clock.now - middle).microseconds)
        }
        print(
            """
            {"accounts":\(count),"rounds":\(rounds),"p50_us":\(ours.percentile(50)),"p99_us":\(ours.percentile(99)),\
            "probe_p50_us":\(bare.percentile(50)),"probe_p99_us":\(bare.percentile(99))}
            """)
    }
}
