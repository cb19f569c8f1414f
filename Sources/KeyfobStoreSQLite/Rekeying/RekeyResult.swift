public import KeyfobCore

/// The result of changing a store's key.
public struct RekeyResult: Sendable {
    /// The place of the former key.
    public let formerPlace: String
    /// The place of the new key.
    public let place: String
    /// The number of secrets that were sealed again.
    public let resealed: Int
    /// The number of secrets that could not be opened with the former key: their rows were altered or moved.
    public let unreadable: Int
    /// Why a former key could not be removed, although no secret is sealed with it any more; the next change of the key
    /// tries again. Nil if all were removed.
    public let leftBehind: AuthError?
}
