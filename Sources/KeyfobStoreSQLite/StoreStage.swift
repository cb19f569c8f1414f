/// A moment in a commit or in a look at the database, for tests that end a process there.
package enum StoreStage: String, Sendable, CaseIterable {
    /// Everything is written, and nothing is announced.
    case prepared
    /// The generations are odd, and nothing is committed.
    case announced
    /// It is committed, and the generations are odd.
    case committed
    /// The generations are even, and nobody has been told.
    case settled
    /// A reader has seen the generation, and has read nothing.
    case checked
    /// A reader has read the rows, and does not remember them.
    case fetched
    /// A reader that met an odd generation has the lock, and is about to make the generations even.
    case healing
    /// A reader has made them even, and still has the lock.
    case healed

    /// The moments of a commit.
    package static let ofCommits: [StoreStage] = [.prepared, .announced, .committed, .settled]
    /// The moments of a read that is not answered from memory.
    package static let ofReads: [StoreStage] = [.checked, .fetched]
}
