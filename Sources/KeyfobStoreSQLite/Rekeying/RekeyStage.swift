/// A moment in the change of a store's key, at which tests end a process.
package enum RekeyStage: String, Sendable, CaseIterable {
    /// The new key's id is recorded, and the key is not made.
    case noted
    /// The new key is made, and nothing is sealed with it.
    case made
    /// All secrets are sealed again, and nothing is announced or committed.
    case resealed
    /// The generations are odd, and nothing is committed.
    case announced
    /// The change is committed, and the generations are odd.
    case committed
    /// The generations are even, and the former key still exists.
    case settled
    /// The former key is removed, and still recorded.
    case removed
}
