package import KeyfobCore
package import KeyfobCrypto

/// A place for the keys under which stores seal secrets.
///
/// A store calls ``create(id:)`` when the database is made, and records ``place`` in it. From then on it only calls
/// ``key(id:)``: if the place cannot be reached, no other key is made. Another key is made, and the former removed,
/// only when the user rotates or moves the key.
package protocol SealingKeyProvider: Sendable {
    /// The place's name, recorded in the database and shown to the user: short, stable, without a path.
    var place: String { get }

    /// The key with that id.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked`, whose message contains the place, if the key cannot be loaded.
    func key(id: String) throws(AuthError) -> AESGCMKey

    /// Makes a key with an unused id, and stores it durably.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` if the place cannot be reached, `storeUnavailable` if it cannot
    ///   be written.
    func create(id: String) throws(AuthError) -> AESGCMKey

    /// Removes the key with that id, if it exists; secrets that are sealed with it are lost.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` if the place cannot be reached, `storeUnavailable` if the key
    ///   cannot be removed.
    func remove(id: String) throws(AuthError)

    /// The ids of the stored keys, if the place can list them. They are tried for a damaged store.
    func ids() -> [String]
}

extension SealingKeyProvider {
    /// An empty list: most places cannot list their keys.
    public func ids() -> [String] { [] }
}
