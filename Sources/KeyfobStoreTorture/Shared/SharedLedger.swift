import KeyfobBackport

/// Records which side stored and lost which token in a shared file, and the consequences.
final class SharedLedger: Sendable {
    /// The side of a process: Keyfob or the other library.
    enum Side: Sendable, Hashable {
        case ours, theirs
    }

    struct Counts: Sendable {
        var acknowledged: [Side: Int] = [:]
        /// The lost newest tokens by the side that stored them, separated by the side that lost them.
        var lostByUs: [Side: Int] = [:]
        var lostByThem: [Side: Int] = [:]
        var unexplained: [Side: Int] = [:]
        /// The effects of a foreign client that continues without the lock file: the number of times it did, of our
        /// writes that failed because their lock was deleted, of writes during a held lock, and of tokens lost by it.
        var forced = 0
        var refusedAfterForce = 0
        var intrusionsAfterForce = 0
        var lostAfterForce: [Side: Int] = [:]
        /// Entries of others that a write removed or reverted.
        var dropped: [Side: Int] = [:]
        /// The number of writes by others while one side held the lock.
        var intrusions: [Side: Int] = [:]
        /// Failed writes of foreign clients.
        var foreignFailures = 0
        var absent = 0
        var unreadable = 0
        var longestWait: Int64 = 0
        /// The first failures, verbatim.
        var examples: [String] = []

        /// Whether we lost nothing, and every loss is explained.
        var isClean: Bool {
            lostByUs.isEmpty && dropped[.ours] == nil && unexplained.isEmpty && unreadable == 0
                && intrusions[.ours] == nil
        }

        mutating func note(_ example: String) {
            if examples.count < 10 { examples.append(example) }
        }
    }

    private struct State {
        var counts = Counts()
        /// The newest token of each account in the present file.
        var newest: [String: (side: Side, token: String)] = [:]
        /// The sides that lost an entry at any time.
        var droppers: [String: Set<Side>] = [:]
        /// Entries that were written between our read and our write.
        var overrun: Set<String> = []
        /// Whether a foreign client of this run continued without the lock file, and the events that this explains.
        var isForced = false
        var deletedLocks: [String] = []
        var intrusions: [Side] = []
    }

    private let state = Mutex(State())

    var counts: Counts { state.withLock { $0.counts } }

    /// Starts with a new file.
    func begin() {
        state.withLock { state in
            state.newest = [:]
            state.droppers = [:]
            state.overrun = []
            state.isForced = false
            state.deletedLocks = []
            state.intrusions = []
        }
    }

    /// Records a line of a process.
    func note(_ line: String, of side: Side) {
        let words = line.split(separator: " ").map(String.init)
        state.withLock { state in
            switch (words.first, words.count) {
            case ("stored", 3):
                state.counts.acknowledged[side, default: 0] += 1
                state.newest[words[1]] = (side, words[2])
            case ("dropped", 3):
                state.counts.dropped[side, default: 0] += 1
                state.droppers["\(words[1]) \(words[2])", default: []].insert(side)
                if side == .ours { state.counts.note(line) }
            case ("overran", 3): state.overrun.insert("\(words[1]) \(words[2])")
            case ("intruded", _): state.intrusions.append(side)
            case ("forced", 1):
                state.counts.forced += 1
                state.isForced = true
            case ("unreadable", _) where side == .ours && line.contains("deleted the lock"):
                state.deletedLocks.append(line)
            case ("failed", _) where side == .theirs && words.count >= 2:
                // It may have been written in part, so the account is no longer checked.
                state.counts.foreignFailures += 1
                state.newest[words[1]] = nil
            case ("absent", 2): state.counts.absent += 1
            case ("done", 3): state.counts.longestWait = max(state.counts.longestWait, Int64(words[2]) ?? 0)
            case ("done", _) where side == .theirs: break
            default:
                state.counts.unreadable += 1
                state.counts.note("\(side): \(line)")
            }
        }
    }

    /// Checks the newest token of every account in the remaining entries, and attributes each lost one to a side.
    func check(_ entries: CacheEntries) {
        state.withLock { state in
            Self.settle(&state)
            for (account, stored) in state.newest.sorted(by: { $0.key < $1.key }) {
                let expected = ["AccessToken": stored.token, "RefreshToken": "refresh-" + stored.token, "Account": ""]
                let lost = expected.compactMap { section, secret in
                    let name = "\(section) \(account).tenant"
                    return entries.secrets[name] == secret ? nil : name
                }
                guard !lost.isEmpty else { continue }
                let blamed = lost.reduce(into: Set<Side>()) { $0.formUnion(state.droppers[$1] ?? []) }
                if blamed.contains(.ours) {
                    state.counts.lostByUs[stored.side, default: 0] += 1
                } else if blamed.contains(.theirs) {
                    state.counts.lostByThem[stored.side, default: 0] += 1
                } else if state.isForced {
                    state.counts.lostAfterForce[stored.side, default: 0] += 1
                } else if !state.overrun.isDisjoint(with: lost) {
                    state.counts.lostByUs[stored.side, default: 0] += 1
                } else {
                    state.counts.unexplained[stored.side, default: 0] += 1
                    state.counts.note("\(lost.sorted().joined(separator: ", ")): lost, and no process overwrote it")
                }
            }
        }
    }
    /// Attributes the effects of a broken lock to the foreign clients if one of them continued without it, else to us.
    private static func settle(_ state: inout State) {
        if state.isForced {
            state.counts.refusedAfterForce += state.deletedLocks.count
            state.counts.intrusionsAfterForce += state.intrusions.count
        } else {
            state.counts.unreadable += state.deletedLocks.count
            for line in state.deletedLocks { state.counts.note(line) }
            for side in state.intrusions {
                state.counts.intrusions[side, default: 0] += 1
                state.counts.note("\(side): another process wrote during the lock")
            }
        }
    }
}
