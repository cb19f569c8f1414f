import KeyfobBackport

/// The acknowledged writes, and the failures.
final class Ledger: Sendable {
    struct Counts: Sendable {
        var operations = 0
        var reads = 0
        var acknowledged = 0
        var removed = 0
        var lost = 0
        var absent = 0
        var stale = 0
        var back = 0
        var unreadable = 0
        var refreshed = 0
        var longestWait: Int64 = 0
        /// The first failures, verbatim.
        var examples: [String] = []

        /// Whether there were no failures.
        var isClean: Bool { lost + absent + stale + back + unreadable == 0 }

        mutating func note(_ count: WritableKeyPath<Counts, Int>, _ example: String) {
            self[keyPath: count] += 1
            if examples.count < 10 { examples.append(example) }
        }
    }

    private struct State {
        var counts = Counts()
        /// The accounts that must be in the present store, and those that must not.
        var present: Set<String> = []
        var gone: Set<String> = []
        /// The accounts that were acknowledged since the last check.
        var newest: Set<String> = []
    }

    private let state = Mutex(State())

    var counts: Counts { state.withLock { $0.counts } }

    /// Starts with a new store.
    func begin(_ accounts: some Sequence<String>) {
        state.withLock { state in
            state.present = Set(accounts)
            state.gone = []
            state.newest = []
        }
    }

    /// Records a line of a worker.
    func note(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        state.withLock { state in
            switch (words.first, words.count) {
            case ("added", 2):
                state.counts.acknowledged += 1
                state.present.insert(words[1])
                state.newest.insert(words[1])
            case ("removing", 2):
                state.present.remove(words[1])
                state.newest.remove(words[1])
            case ("removed", 2):
                state.counts.removed += 1
                state.gone.insert(words[1])
            case ("refreshed", _):
                state.counts.acknowledged += 1
                state.counts.refreshed += 1
            case ("meanwhile", _), ("done", 4): break
            case ("done", 5):
                state.counts.operations += Int(words[1]) ?? 0
                state.counts.reads += Int(words[2]) ?? 0
                state.counts.longestWait = max(state.counts.longestWait, Int64(words[4]) ?? 0)
            case ("miss", _): state.counts.note(\.absent, line)
            case ("stale", _): state.counts.note(\.stale, line)
            case ("back", _): state.counts.note(\.back, line)
            case ("refused", _): break
            default: state.counts.note(\.unreadable, line)
            }
        }
    }

    /// Checks all accounts that must or must not be in the store.
    func check(_ ask: (String) -> String?) {
        let (present, gone) = state.withLock { ($0.present, $0.gone) }
        for account in present.sorted() {
            let answer = ask(account)
            if answer != "token-\(account)" { note(\.lost, "\(account): \(answer ?? "no answer")") }
        }
        for account in gone.sorted() {
            let answer = ask(account)
            if answer != "absent" { note(\.back, "\(account): \(answer ?? "no answer")") }
        }
    }

    /// Checks the accounts that were acknowledged since the last check.
    func checkNewest(_ ask: (String) -> String?) {
        let newest = state.withLock { state in
            defer { state.newest = [] }
            return state.newest
        }
        for account in newest.sorted() {
            let answer = ask(account)
            if answer != "token-\(account)" { note(\.absent, "\(account): \(answer ?? "no answer")") }
        }
    }

    /// Records a failure.
    func note(_ count: any WritableKeyPath<Counts, Int> & Sendable, _ example: String) {
        state.withLock { $0.counts.note(count, example) }
    }
}
