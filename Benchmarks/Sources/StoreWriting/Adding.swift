import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

/// One process of several that add accounts, and read each back, as fast as they can.
struct Adding {
    let id: String
    let seconds: Int

    /// Adds from so many tasks at once, each of which waits until its own is durable.
    func run(_ store: SQLiteCredentialStore, tasks: Int) async throws {
        let end = begin()
        let waits = try await withThrowingTaskGroup(of: [Double].self) { group in
            for task in 0..<tasks { group.addTask { try await add(store, task: task, until: end) } }
            return try await group.reduce(into: [Double]()) { $0 += $1 }
        }
        report(waits)
    }

    /// Adds one after the other, a commit each.
    func run(_ probe: Probe) throws {
        let end = begin()
        var waits: [Double] = []
        let clock = ContinuousClock()
        while clock.now < end {
            let started = clock.now
            try probe.add("\(id)-\(waits.count)")
            waits.append((clock.now - started).microseconds)
        }
        report(waits)
    }

    private func add(
        _ store: SQLiteCredentialStore, task: Int, until end: ContinuousClock.Instant
    ) async throws -> [Double] {
        let clock = ContinuousClock()
        var waits: [Double] = []
        while clock.now < end {
            let user = "\(id)-\(task)-\(waits.count)"
            let response = SampleResponse.of(user, number: 0)
            let started = clock.now
            _ = try await store.write { transaction throws(AuthError) in
                try CredentialRules.save(response, in: transaction)
            }
            waits.append((clock.now - started).microseconds)
            guard try store.partition(homeAccountID: SampleResponse.home(user)) != nil else { throw Unseen() }
        }
        return waits
    }

    /// Waits for the word to begin.
    private func begin() -> ContinuousClock.Instant {
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        _ = readLine()
        return ContinuousClock().now + .seconds(seconds)
    }

    private func report(_ waits: [Double]) {
        print(
            """
            {"id":"\(id)","adds":\(waits.count),"p50_us":\(waits.percentile(50)),"p99_us":\(waits.percentile(99)),\
            "longest_us":\(waits.max() ?? 0)}
            """)
    }
}
