public import KeyfobCache
public import KeyfobCore

/// The credential store that processes of one user share: a SQLite database for each access group.
///
/// Reads are synchronous and answered from memory while shared words of memory vouch that nothing has changed; they
/// see every write that returned before, in whatever process. Writes are durable when they return, take turns among
/// processes, and share a commit within one. Secrets are sealed under a key whose place was chosen when the database
/// was made; without it, listing works and tokens fail with `storeLocked`.
///
/// A process may be killed at any moment: what was acknowledged is there, what was not is there whole or not at all,
/// and the next writer waits for nobody.
///
/// Where nothing can be written, on a full disk or in a read-only home, what was saved can still be read; each write
/// fails with `storeUnavailable` until something can be written again.
public final class SQLiteCredentialStore: CredentialStore {
    private let backing: StoreBacking

    /// Opens the store of an access group, and makes it if it is missing. A damaged one is set aside, and what can be
    /// read of it and is authentic is kept.
    ///
    /// - Parameters:
    ///   - home: the absolute path of `KEYFOB_HOME`; see ``KeyfobHome``.
    ///   - keys: where the sealing key is kept; recorded when the store is made, and the same from then on.
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if the files cannot be made, opened or trusted,
    ///   or were written by a newer version; `storeLocked` if a new store's key cannot be made, or if the store is
    ///   damaged and its key is out of reach, so that nothing could be salvaged yet.
    public convenience init(
        group: AccessGroup, home: String, clock: any WallClock = SystemClock(),
        random: any RandomSource = SystemRandomSource(), keys: any SealingKeyProvider
    ) throws(AuthError) {
        try self.init(group: group, home: home, clock: clock, random: random, keys: keys) { _ in }
    }

    /// Opens the store of an access group, and makes it if it is missing.
    ///
    /// - Parameters:
    ///   - home: the absolute path of `KEYFOB_HOME`; see ``KeyfobHome``.
    ///   - places: where sealing keys may be kept. A new store's goes to the first of them that can be reached; that
    ///     of a store that is there already is looked for where the store records it, and nowhere else.
    /// - Throws: as the other initialiser does.
    public convenience init(
        group: AccessGroup, home: String, clock: any WallClock = SystemClock(),
        random: any RandomSource = SystemRandomSource(), places: SealingKeyPlaces
    ) throws(AuthError) {
        try self.init(group: group, home: home, clock: clock, random: random, places: places) { _ in }
    }

    /// Opens the store of an access group if there is one, for who only looks: no file and no key is made, so where a
    /// store's key is kept is still for the first sign-in to choose.
    ///
    /// - Returns: nil if there is no store: nobody has signed in, or a first sign-in could not make the key.
    /// - Throws: as the initialisers do.
    public static func existing(
        group: AccessGroup, home: String, places: SealingKeyPlaces
    ) throws(AuthError) -> SQLiteCredentialStore? {
        guard StoreContext.hasDatabase(home: home, group: group) else { return nil }
        let keyring = StoreKeyring(group: group, places: places, random: SystemRandomSource(), clock: SystemClock())
        let backing = try StoreBacking(
            home: home, keyring: keyring, makesKey: false, vigilance: GenerationPage.vigilance
        ) { _ in }
        return backing.hasKey ? SQLiteCredentialStore(backing) : nil
    }

    /// Opens a store whose commits and reads tell a test where they are.
    ///
    /// - Parameter vigilance: nanoseconds between two looks of a reader whether the generations' file is still there.
    package convenience init(
        group: AccessGroup, home: String, clock: any WallClock, random: any RandomSource,
        keys: any SealingKeyProvider, vigilance: UInt64 = 100_000_000, hook: @escaping @Sendable (StoreStage) -> Void
    ) throws(AuthError) {
        try self.init(
            group: group, home: home, clock: clock, random: random, places: SealingKeyPlaces(keys),
            vigilance: vigilance, hook: hook)
    }

    private convenience init(
        group: AccessGroup, home: String, clock: any WallClock, random: any RandomSource,
        places: SealingKeyPlaces, vigilance: UInt64 = GenerationPage.vigilance,
        hook: @escaping @Sendable (StoreStage) -> Void
    ) throws(AuthError) {
        let keyring = StoreKeyring(group: group, places: places, random: random, clock: clock)
        self.init(
            try StoreBacking(home: home, keyring: keyring, makesKey: true, vigilance: vigilance, hook: hook))
    }

    private init(_ backing: StoreBacking) { self.backing = backing }

    /// Where a damaged database was put when this store was opened; nil if there was none. What it held is here only as
    /// far as it could be ``salvaged``.
    public var setAside: String? {
        if case .open(let store) = backing { store.context.setAside } else { nil }
    }

    /// How many entities of a database that was set aside are in this one.
    public var salvaged: Int {
        if case .open(let store) = backing { store.context.salvaged } else { 0 }
    }

    /// Gets the sealing key now, so that a key that is out of reach is noticed before a person is asked for anything.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if it cannot be had, `storeUnavailable` if the database
    ///   cannot be read.
    public func checkKey() throws(AuthError) {
        switch backing {
        case .open(let store): try store.checkKey()
        case .picture(let store): try store.checkKey()
        }
    }

    /// The database's path.
    public var path: String {
        switch backing {
        case .open(let store): store.path
        case .picture(let store): store.path
        }
    }

    /// All entities of one account, as of a moment after the call began.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    public func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        switch backing {
        case .open(let store): try store.partition(homeAccountID: homeAccountID)
        case .picture(let store): try store.partition(homeAccountID: homeAccountID)
        }
    }

    /// The accounts that have any entity.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    public func homeAccountIDs() throws(AuthError) -> [String] {
        switch backing {
        case .open(let store): try store.homeAccountIDs()
        case .picture(let store): try store.homeAccountIDs()
        }
    }

    /// Shows a summary of every account; unseals nothing, and keeps nothing in memory.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    public func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {
        switch backing {
        case .open(let store): try store.forEachAccount(body)
        case .picture(let store): try store.forEachAccount(body)
        }
    }

    /// Runs a transaction; see ``KeyfobCache/CredentialStore/write(_:)``.
    public func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R { try await opened().write(body) }

    /// The store, opened for writing.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if its place cannot be written.
    func opened() throws(AuthError) -> OpenStore {
        switch backing {
        case .open(let store): store
        case .picture(let store): try store.opened()
        }
    }

    /// What the database records of its key.
    func keyRecord() throws(AuthError) -> StoreKeyRecord {
        switch backing {
        case .open(let store): try store.keyRecord()
        case .picture(let store): try store.keyRecord()
        }
    }
}
