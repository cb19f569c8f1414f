package import KeyfobCache
package import KeyfobCore

/// The credential store that processes of one user share, with one SQLite database for each access group.
///
/// Reads are synchronous, and served from memory as long as words of shared memory show that nothing has changed. They
/// see every write that has returned, in any process. Writes are durable when they return; processes write in turn, and
/// the writes of one process share commits. Secrets are sealed under a key whose place is chosen when the database is
/// made; without the key, accounts can be listed and reading tokens fails with `storeLocked`.
///
/// A process may be killed at any moment: acknowledged writes are stored, other writes are stored completely or not at
/// all, and the next writer does not have to wait.
///
/// On a full disk or in a read-only home, reading still works; each write fails with `storeUnavailable` until the home
/// is writable again.
package final class SQLiteCredentialStore: CredentialStore {
    private let backing: StoreBacking

    /// Opens the store of an access group, and makes it if it is missing. A damaged store is set aside, and its
    /// readable, authentic entries are kept.
    ///
    /// - Parameters:
    ///   - home: the absolute path of `KEYFOB_HOME`; see ``KeyfobHome``.
    ///   - keys: the place of the sealing key; recorded when the store is made, and never changed by opening it.
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if the files cannot be made, opened or trusted,
    ///   or were written by a newer version; `storeLocked` if the key of a new store cannot be made, or if the store is
    ///   damaged and its key cannot be reached, so that nothing could be salvaged yet.
    package convenience init(
        group: AccessGroup, home: String, clock: any WallClock = SystemClock(),
        random: any RandomSource = SystemRandomSource(), keys: any SealingKeyProvider
    ) throws(AuthError) {
        try self.init(group: group, home: home, clock: clock, random: random, keys: keys) { _ in }
    }

    /// Opens the store of an access group, and makes it if it is missing.
    ///
    /// - Parameters:
    ///   - home: the absolute path of `KEYFOB_HOME`; see ``KeyfobHome``.
    ///   - places: the places for sealing keys. The key of a new store is kept in the first place that can be reached;
    ///     the key of an existing store is only looked up in its recorded place.
    /// - Throws: the same errors as ``init(group:home:clock:random:keys:)``.
    package convenience init(
        group: AccessGroup, home: String, clock: any WallClock = SystemClock(),
        random: any RandomSource = SystemRandomSource(), places: SealingKeyPlaces
    ) throws(AuthError) {
        try self.init(group: group, home: home, clock: clock, random: random, places: places) { _ in }
    }

    /// Opens an existing store for reading. Makes no file and no key, so that the first sign-in still chooses the key's
    /// place.
    ///
    /// - Returns: nil if there is no store: no user has signed in, or the first sign-in could not make the key.
    /// - Throws: the same errors as the initialisers.
    package static func existing(
        group: AccessGroup, home: String, places: SealingKeyPlaces
    ) throws(AuthError) -> SQLiteCredentialStore? {
        guard StoreContext.hasDatabase(home: home, group: group) else { return nil }
        let keyring = StoreKeyring(group: group, places: places, random: SystemRandomSource(), clock: SystemClock())
        let backing = try StoreBacking(
            home: home, keyring: keyring, makesKey: false, vigilance: GenerationPage.vigilance
        ) { _ in }
        return backing.hasKey ? SQLiteCredentialStore(backing) : nil
    }

    /// Opens a store whose commits and reads report their stages to a test.
    ///
    /// - Parameter vigilance: the nanoseconds between two checks of a reader that the generation file still exists.
    package convenience init(
        group: AccessGroup, home: String, clock: any WallClock, random: any RandomSource,
        keys: any SealingKeyProvider, vigilance: UInt64 = 100_000_000,
        hook: @escaping @Sendable (StoreTestPoint) -> Void
    ) throws(AuthError) {
        try self.init(
            group: group, home: home, clock: clock, random: random, places: SealingKeyPlaces(keys),
            vigilance: vigilance, hook: hook)
    }

    private convenience init(
        group: AccessGroup, home: String, clock: any WallClock, random: any RandomSource,
        places: SealingKeyPlaces, vigilance: UInt64 = GenerationPage.vigilance,
        hook: @escaping @Sendable (StoreTestPoint) -> Void
    ) throws(AuthError) {
        let keyring = StoreKeyring(group: group, places: places, random: random, clock: clock)
        self.init(
            try StoreBacking(home: home, keyring: keyring, makesKey: true, vigilance: vigilance, hook: hook))
    }

    private init(_ backing: StoreBacking) { self.backing = backing }

    /// The path to which a damaged database was moved when this store was opened; nil if there was none. This store
    /// contains only its ``salvaged`` entities.
    package var setAside: String? {
        if case .open(let store) = backing { store.context.setAside } else { nil }
    }

    /// The number of entities that were salvaged from the database that was set aside.
    package var salvaged: Int {
        if case .open(let store) = backing { store.context.salvaged } else { 0 }
    }

    /// Loads the sealing key, so that a key that cannot be reached is noticed before the user has to sign in.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if the key cannot be loaded, `storeUnavailable` if
    ///   the database cannot be read.
    package func checkKey() throws(AuthError) {
        switch backing {
        case .open(let store): try store.checkKey()
        case .picture(let store): try store.checkKey()
        }
    }

    /// The path of the database.
    package var path: String {
        switch backing {
        case .open(let store): store.path
        case .picture(let store): store.path
        }
    }

    /// The entities of one account, as of a moment after the call began.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    package func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        switch backing {
        case .open(let store): try store.partition(homeAccountID: homeAccountID)
        case .picture(let store): try store.partition(homeAccountID: homeAccountID)
        }
    }

    /// The accounts that have at least one entity.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    package func homeAccountIDs() throws(AuthError) -> [String] {
        switch backing {
        case .open(let store): try store.homeAccountIDs()
        case .picture(let store): try store.homeAccountIDs()
        }
    }

    /// Passes a summary of every account to `body`; unseals nothing, and keeps nothing in memory.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    package func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {
        switch backing {
        case .open(let store): try store.forEachAccount(body)
        case .picture(let store): try store.forEachAccount(body)
        }
    }

    /// Runs a transaction; see ``KeyfobCache/CredentialStore/write(_:)``.
    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R { try await opened().write(body) }

    /// Reserves room for a commit; see ``KeyfobCache/CredentialStore/reserveRoom()``.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if there is none, if the store cannot be written,
    ///   or if the file system has no locks that exclude other processes.
    package func reserveRoom() throws(AuthError) -> ReservedRoom { try opened().reserveRoom() }

    /// The store, opened for writing.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if its directory cannot be written.
    func opened() throws(AuthError) -> OpenStore {
        switch backing {
        case .open(let store): store
        case .picture(let store): try store.opened()
        }
    }

    /// The record of the database's key.
    func keyRecord() throws(AuthError) -> StoreKeyRecord {
        switch backing {
        case .open(let store): try store.keyRecord()
        case .picture(let store): try store.keyRecord()
        }
    }
}
