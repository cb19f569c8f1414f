public import KeyfobCore

/// What became of a store when its key was changed.
public struct RekeyResult: Sendable {
    /// Where the former key was kept.
    public let formerPlace: String
    /// Where the key is kept now.
    public let place: String
    /// How many secrets were sealed anew.
    public let resealed: Int
    /// How many were not, because they did not open before either: they were changed in the file, or moved.
    public let unreadable: Int
    /// Why a former key could not be removed, though nothing is sealed with it any more; the next change of the key
    /// tries again. Nil if all are gone.
    public let leftBehind: AuthError?
}
