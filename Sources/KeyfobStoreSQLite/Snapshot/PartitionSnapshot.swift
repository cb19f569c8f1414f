import KeyfobCache
import Synchronization

/// The partitions that this process read last, bounded in bytes, each with the generation that vouches for it.
final class PartitionSnapshot: Sendable {
    /// What is remembered of an account; no partition means that it had no entity.
    struct Entry: Sendable {
        let partition: AccountPartition?
        /// The entities' names and stamps, to tell whether a partition that was read again is the same.
        let stamps: [Int64]
        let generation: UInt64
        let cost: Int
    }

    /// Entries in two generations. The young ones are those used since the last change of generations; then the old
    /// ones go, all at once, and the young ones grow old: no read ever has to order or search what is remembered.
    private struct State {
        var young: [String: Entry] = [:]
        var old: [String: Entry] = [:]
        var youngCost = 0

        mutating func insert(_ key: String, _ entry: Entry, bound: Int) {
            let replaced = young.updateValue(entry, forKey: key)
            youngCost += entry.cost - (replaced?.cost ?? 0)
            guard youngCost > bound / 2 else { return }
            old = young
            young = [:]
            youngCost = 0
        }
    }

    private let bound: Int
    private let state = Mutex(State())

    /// Makes an empty snapshot.
    ///
    /// - Parameter bound: bytes, roughly, that it may hold.
    init(bound: Int) { self.bound = bound }

    /// What is remembered of an account, if that generation vouches for it.
    func entry(_ homeAccountID: String, generation: UInt64) -> Entry? {
        state.withLock { state in
            if let entry = state.young[homeAccountID] { return entry.generation == generation ? entry : nil }
            guard let entry = state.old[homeAccountID], entry.generation == generation else { return nil }
            state.insert(homeAccountID, entry, bound: bound)
            return entry
        }
    }

    /// What was last remembered of an account, true or not.
    func lastEntry(_ homeAccountID: String) -> Entry? {
        state.withLock { $0.young[homeAccountID] ?? $0.old[homeAccountID] }
    }

    /// Remembers an account; if there is too much, what was not used for longest is forgotten.
    func remember(_ homeAccountID: String, _ entry: Entry) {
        state.withLock { $0.insert(homeAccountID, entry, bound: bound) }
    }
}
