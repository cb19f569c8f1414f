package import KeyfobCache
package import KeyfobCore
import KeyfobSQLite

/// A search of a whole store for damage, and its result. A damaged store is set aside, and its readable, authentic
/// entries are kept in a new one.
package struct StoreSearch: Sendable {
    /// The access group.
    package let group: AccessGroup
    /// The path to which the damaged database was moved; nil if no damage was found.
    package let setAside: String?
    /// The number of entities that were salvaged from the damaged database.
    package let salvaged: Int

    /// Searches the existing store of a group.
    ///
    /// - Parameters:
    ///   - home: the absolute path of `KEYFOB_HOME`; see ``KeyfobHome``.
    ///   - places: the places where its key may be kept.
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if it is damaged and its key cannot be reached;
    ///   `storeUnavailable` if it cannot be written, or was written by a newer version.
    package init(group: AccessGroup, home: String, places: SealingKeyPlaces) throws(AuthError) {
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
