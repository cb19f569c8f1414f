public import KeyfobCache
public import KeyfobCore
import KeyfobSQLite

/// A search of a whole store for damage, and what came of it: a damaged one is set aside, and what can be read of it and
/// is authentic is kept in a fresh one.
public struct StoreSearch: Sendable {
    /// The access group.
    public let group: AccessGroup
    /// Where the damaged database was put; nil if nothing is wrong with it.
    public let setAside: String?
    /// How many entities of the damaged one are in the fresh one.
    public let salvaged: Int

    /// Searches the store of a group, which is there.
    ///
    /// - Parameters:
    ///   - home: the absolute path of `KEYFOB_HOME`; see ``KeyfobHome``.
    ///   - places: where its key may be.
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if it is damaged and its key is out of reach;
    ///   `storeUnavailable` if it cannot be written, or was written by a newer version.
    public init(group: AccessGroup, home: String, places: SealingKeyPlaces) throws(AuthError) {
        self.group = group
        let keyring = StoreKeyring(group: group, places: places, random: SystemRandomSource(), clock: SystemClock())
        let context = try StoreContext(
            home: home, keyring: keyring, makesKey: false, vigilance: GenerationPage.vigilance)
        guard context.setAside == nil else {
            (setAside, salvaged) = (context.setAside, context.salvaged)
            return
        }
        let found = try context.search()
        (setAside, salvaged) = (found.setAside, found.salvaged)
    }
}
