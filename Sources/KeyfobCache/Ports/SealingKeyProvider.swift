public import KeyfobCore
public import KeyfobCrypto

/// The place that keeps the key under which a store seals secrets.
///
/// A store asks ``create(id:)`` when the database is made, and records ``place`` in it. From then on only ``key(id:)``
/// is asked: a place that is out of reach never leads to another key. Only when a person has the key rotated or moved is
/// another one made, and the former removed.
public protocol SealingKeyProvider: Sendable {
    /// The place's name, as recorded in the database and told to people: short, stable, without a path.
    var place: String { get }

    /// The key of that id.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked`, which names the place, if it cannot be had.
    func key(id: String) throws(AuthError) -> AESGCMKey

    /// Makes a key under an id that was never used before, and keeps it durably.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` if the place is out of reach, `storeUnavailable` if it cannot
    ///   be written.
    func create(id: String) throws(AuthError) -> AESGCMKey

    /// Removes the key of that id, if it is there; what it sealed is lost with it.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` if the place is out of reach, `storeUnavailable` if the key
    ///   cannot be removed.
    func remove(id: String) throws(AuthError)

    /// The ids of the keys that are there, as far as the place tells without being asked for one. The search for the
    /// key of a damaged store tries them.
    func ids() -> [String]
}

extension SealingKeyProvider {
    /// None: most places tell nothing.
    public func ids() -> [String] { [] }
}
