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

    private struct Slot {
        var entry: Entry
        var lastUse: UInt64
    }

    private struct State {
        var slots: [String: Slot] = [:]
        var cost = 0
        var uses: UInt64 = 0
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
            guard let index = state.slots.index(forKey: homeAccountID) else { return nil }
            let entry = state.slots.values[index].entry
            guard entry.generation == generation else { return nil }
            state.uses &+= 1
            state.slots.values[index].lastUse = state.uses
            return entry
        }
    }

    /// What was last remembered of an account, true or not.
    func lastEntry(_ homeAccountID: String) -> Entry? { state.withLock { $0.slots[homeAccountID]?.entry } }

    /// Remembers an account, and forgets those not used for longest if there is too much.
    func remember(_ homeAccountID: String, _ entry: Entry) {
        state.withLock { state in
            state.uses &+= 1
            let old = state.slots.updateValue(Slot(entry: entry, lastUse: state.uses), forKey: homeAccountID)
            state.cost += entry.cost - (old?.entry.cost ?? 0)
            if state.cost > bound { Self.forgetHalf(&state, bound) }
        }
    }

    /// Forgets everything.
    func clear() { state.withLock { $0 = State() } }

    /// Forgets the older half at once: sorting now and then is cheaper than keeping order on every read.
    private static func forgetHalf(_ state: inout State, _ bound: Int) {
        for (key, slot) in state.slots.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard state.cost > bound / 2 else { return }
            state.slots[key] = nil
            state.cost -= slot.entry.cost
        }
    }
}
