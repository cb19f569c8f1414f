import Synchronization

/// Who stored what in one shared file, who lost what of it, and what came of that.
final class SharedLedger: Sendable {
    /// Whose process it is.
    enum Side: Sendable, Hashable {
        case ours, theirs
    }

    struct Counts: Sendable {
        var acknowledged: [Side: Int] = [:]
        /// Whose newest tokens are not there at the end, and who is to blame.
        var lostByUs: [Side: Int] = [:]
        var lostByThem: [Side: Int] = [:]
        var unexplained: [Side: Int] = [:]
        /// What a foreign client that went ahead without the lock file has done: how often it did, how many of our writes
        /// were refused as their lock was gone, how many found somebody in their lock, and whose tokens are lost by it.
        var forced = 0
        var refusedAfterForce = 0
        var intrusionsAfterForce = 0
        var lostAfterForce: [Side: Int] = [:]
        /// Entries of others that a write left out or put back.
        var dropped: [Side: Int] = [:]
        /// How often others wrote while one side held the lock.
        var intrusions: [Side: Int] = [:]
        /// Writes that a foreign client gave up.
        var foreignFailures = 0
        var absent = 0
        var unreadable = 0
        var longestWait: Int64 = 0
        /// The first complaints, word for word.
        var examples: [String] = []

        /// Nothing was lost by us, and nothing that nobody owns up to.
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
        /// The newest token of each account in the file of now.
        var newest: [String: (side: Side, token: String)] = [:]
        /// Who lost an entry at any time.
        var droppers: [String: Set<Side>] = [:]
        /// What was there when we wrote, and not when we read before.
        var overrun: Set<String> = []
        /// Whether a foreign client of this run went ahead without the lock file; what is put down to that, if so.
        var isForced = false
        var deletedLocks: [String] = []
        var intrusions: [Side] = []
    }

    private let state = Mutex(State())

    var counts: Counts { state.withLock { $0.counts } }

    /// Begins with a fresh file.
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

    /// Notes a line of a process.
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
                // A part of it may be there and a part not: nothing is expected of that account any more.
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

    /// Looks for the newest token of every account in what is left, and says by whom a lost one was lost.
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
                    state.counts.note("\(lost.sorted().joined(separator: ", ")): lost, and nobody wrote over it")
                }
            }
        }
    }
    /// Puts what a broken lock led to down to who broke it, if somebody has; else it is ours.
    private static func settle(_ state: inout State) {
        if state.isForced {
            state.counts.refusedAfterForce += state.deletedLocks.count
            state.counts.intrusionsAfterForce += state.intrusions.count
        } else {
            state.counts.unreadable += state.deletedLocks.count
            for line in state.deletedLocks { state.counts.note(line) }
            for side in state.intrusions {
                state.counts.intrusions[side, default: 0] += 1
                state.counts.note("\(side): somebody wrote into the lock")
            }
        }
    }
}
