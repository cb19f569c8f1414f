package import KeyfobCore

/// The result of changing a store's key.
package struct RekeyResult: Sendable {
    /// The place of the former key.
    package let formerPlace: String
    /// The place of the new key.
    package let place: String
    /// The number of secrets that were sealed again.
    package let resealed: Int
    /// The number of secrets that could not be opened with the former key: their rows were altered or moved.
    package let unreadable: Int
    /// Why a former key could not be removed, although no secret is sealed with it any more; the next change of the key
    /// tries again. Nil if all were removed.
    package let leftBehind: AuthError?
}
