import KeyfobCache
import KeyfobCore
import KeyfobTesting

/// The work of one of several processes on a shared store, determined by a seed: half of it reads, the rest adds,
/// refreshes and removes. It reports acknowledged writes and inconsistent reads.
///
/// `baseN` are accounts that no process changes; `sharedN` are refreshed by all processes, their tokens numbered; an
/// account whose name contains this worker's id is only used by it.
struct Work {
    /// The number of accounts that all processes refresh.
    static let sharedAccounts = 4

    private let worker: Worker
    private let id: String
    private let accounts: Int
    /// Whether it acknowledges a write before it is made: an error that the test has to detect.
    private let isCareless: Bool
    private var random: SplitMix
    private var own: [String] = []
    private var made = 0
    private var lastSeen: [String: Int] = [:]
    private var reads = 0
    private var waits: [Duration] = []

    init(_ worker: Worker, id: String, seed: UInt64, accounts: Int, isCareless: Bool) {
        self.worker = worker
        self.id = id
        self.accounts = accounts
        self.isCareless = isCareless
        random = SplitMix(seed: seed)
    }

    mutating func run(operations: Int) async throws -> String {
        for _ in 0..<operations {
            do throws(AuthError) {
                try await step()
            } catch {
                WorkerOutput.write("unreadable \(error.code) \(error.message)")
            }
        }
        return "done \(operations) \(reads) \(waits.count) \((waits.max() ?? .zero).microseconds)"
    }

    private mutating func step() async throws(AuthError) {
        switch random.below(100) {
        case 0..<50: try read()
        case 50..<75: try await add()
        case 75..<85: try await remove()
        default: try await refresh()
        }
    }

    private mutating func read() throws(AuthError) {
        reads += 1
        switch random.below(4) {
        case 0: try readShared("shared\(random.below(Self.sharedAccounts))")
        case 1 where !own.isEmpty: try expect(own[random.below(own.count)])
        default: try expect("base\(random.below(accounts))")
        }
    }

    private func expect(_ account: String) throws(AuthError) {
        let token = try worker.store.token(of: account)
        if token != "token-\(account)" { WorkerOutput.write("miss \(account) \(token ?? "absent")") }
    }

    /// Tokens are numbered: a process that has read one must not read an older one later.
    private mutating func readShared(_ account: String) throws(AuthError) {
        guard let token = try worker.store.token(of: account), let number = Int(token.dropFirst("at-".count)) else {
            return WorkerOutput.write("miss \(account) absent")
        }
        let last = lastSeen[account, default: 0]
        if number < last { WorkerOutput.write("stale \(account) \(number) after \(last)") }
        lastSeen[account] = max(number, last)
    }

    private mutating func add() async throws(AuthError) {
        made += 1
        let account = "\(id)-\(made)"
        if isCareless { WorkerOutput.write("added \(account)") }
        let started = ContinuousClock().now
        try await worker.put(account: account, token: "token-\(account)")
        waits.append(ContinuousClock().now - started)
        if !isCareless { WorkerOutput.write("added \(account)") }
        own.append(account)
    }

    private mutating func remove() async throws(AuthError) {
        guard !own.isEmpty else { return try read() }
        let account = own.remove(at: random.below(own.count))
        WorkerOutput.write("removing \(account)")
        let started = ContinuousClock().now
        try await worker.remove(account: account)
        waits.append(ContinuousClock().now - started)
        WorkerOutput.write("removed \(account)")
        if try worker.store.token(of: account) != nil { WorkerOutput.write("back \(account)") }
    }

    private mutating func refresh() async throws(AuthError) {
        let account = "shared\(random.below(Self.sharedAccounts))"
        let answer = try await worker.refresh(account)
        WorkerOutput.write(answer)
        try readShared(account)
    }
}

extension Duration {
    /// Whole microseconds.
    var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}

extension SplitMix {
    /// A number below a bound.
    mutating func below(_ bound: Int) -> Int { bound <= 0 ? 0 : Int(next() % UInt64(bound)) }
}
