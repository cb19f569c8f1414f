import KeyfobBackport
import KeyfobCache

/// The partitions that this process read last, limited in bytes, each with the generation under which it is valid.
final class PartitionSnapshot: Sendable {
    /// The remembered partition of an account; a nil partition means that it had no entities.
    struct Entry: Sendable {
        let partition: AccountPartition?
        /// The stamps of the entities, in order, to see whether a partition that was read again is unchanged.
        let stamps: [Int64]
        let generation: UInt64
        let cost: Int
    }

    /// Entries in two generations. The young entries were used since the last change of generations; at the next change
    /// the old entries are dropped together, and the young ones become old. So no read has to sort or search the
    /// entries.
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
    /// - Parameter bound: the number of bytes that it may hold, roughly.
    init(bound: Int) { self.bound = bound }

    /// The remembered entry of an account, if it is valid under that generation.
    func entry(_ homeAccountID: String, generation: UInt64) -> Entry? {
        state.withLock { state in
            if let entry = state.young[homeAccountID] { return entry.generation == generation ? entry : nil }
            guard let entry = state.old[homeAccountID], entry.generation == generation else { return nil }
            state.insert(homeAccountID, entry, bound: bound)
            return entry
        }
    }

    /// The last remembered entry of an account, whether or not it is still valid.
    func lastEntry(_ homeAccountID: String) -> Entry? {
        state.withLock { $0.young[homeAccountID] ?? $0.old[homeAccountID] }
    }

    /// Remembers an account; drops the least recently used entries if there are too many.
    func remember(_ homeAccountID: String, _ entry: Entry) {
        state.withLock { $0.insert(homeAccountID, entry, bound: bound) }
    }
}
