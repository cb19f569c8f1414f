/// A moment in the change of a store's key, for tests that end a process there.
package enum RekeyStage: String, Sendable, CaseIterable {
    /// The new key's id is noted, and the key is not made.
    case noted
    /// The new key is made, and nothing is sealed with it.
    case made
    /// Everything is sealed anew, and nothing is announced or committed.
    case resealed
    /// Other processes are warned, and nothing is committed.
    case announced
    /// It is committed, and other processes have not been told.
    case committed
    /// Everyone has been told, and the former key is still there.
    case told
    /// The former key is removed, and still noted.
    case removed
}
