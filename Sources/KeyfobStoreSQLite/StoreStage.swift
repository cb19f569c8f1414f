/// A moment in a commit, for tests that end a process there.
package enum CommitStage: String, Sendable, CaseIterable {
    /// Everything is written, and nothing is announced.
    case prepared
    /// The generations are odd, and nothing is committed.
    case announced
    /// It is committed, and the generations are odd.
    case committed
    /// The generations are even, and nobody has been told.
    case settled
}
