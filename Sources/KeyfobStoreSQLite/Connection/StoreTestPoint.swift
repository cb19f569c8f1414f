/// A moment in a commit or in a read, at which tests end a process.
package enum StoreTestPoint: String, Sendable, CaseIterable {
    /// Everything is written, and nothing is announced.
    case prepared
    /// The generations are odd, and nothing is committed.
    case announced
    /// It is committed, and the generations are odd.
    case committed
    /// The generations are even, and no caller has been resumed.
    case settled
    /// A reader has read the generation, but no rows.
    case checked
    /// A reader has read the rows, but not stored them in memory.
    case fetched
    /// A reader that found an odd generation holds the lock, and is about to make the generations even.
    case healing
    /// A reader has made them even, and still holds the lock.
    case healed

    /// The stages of a commit.
    package static let ofCommits: [StoreTestPoint] = [.prepared, .announced, .committed, .settled]
    /// The stages of a read that is not served from memory.
    package static let ofReads: [StoreTestPoint] = [.checked, .fetched]
}
