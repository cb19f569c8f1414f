import KeyfobCache
import KeyfobCore

/// Adds accounts and reads each back, as fast as possible for a while, and returns the count and the waiting times.
struct FlatOut {
    private let worker: Worker
    private let id: String
    private let milliseconds: Int

    init(_ worker: Worker, id: String, milliseconds: Int) {
        self.worker = worker
        self.id = id
        self.milliseconds = milliseconds
    }

    func run() async throws -> String {
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(milliseconds)
        var waits: [Int64] = []
        while clock.now < end {
            let account = "\(id)-\(waits.count)"
            let started = clock.now
            try await worker.put(account: account, token: "token-\(account)")
            waits.append((clock.now - started).microseconds)
            if try worker.store.token(of: account) == nil { WorkerOutput.write("miss \(account) absent") }
        }
        waits.sort()
        let p99 = waits.isEmpty ? 0 : waits[waits.count * 99 / 100]
        return "done \(waits.count) \(p99) \(waits.last ?? 0)"
    }
}
