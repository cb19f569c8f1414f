public import KeyfobCache
public import KeyfobCore
import KeyfobSQLite

/// The credential store that processes of one user share: a SQLite database for each access group.
///
/// Reads are synchronous and answered from memory while shared words of memory vouch that nothing has changed; they
/// see every write that returned before, in whatever process. Writes are durable when they return, take turns among
/// processes, and share a commit within one. Secrets are sealed under a key whose place was chosen when the database
/// was made; without it, listing works and tokens fail with `storeLocked`.
///
/// A process may be killed at any moment: what was acknowledged is there, what was not is there whole or not at all,
/// and the next writer waits for nobody.
public final class SQLiteCredentialStore: CredentialStore {
    /// Bytes of partitions that are kept in memory, roughly.
    private static let snapshotBound = 8 << 20

    let context: StoreContext
    private let reader: StoreConnection
    private let writer: CommitQueue
    private let snapshot = PartitionSnapshot(bound: snapshotBound)
    private let hook: @Sendable (StoreStage) -> Void

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
        let context = try StoreContext(
            home: home, keyring: keyring, makesKey: false, vigilance: GenerationPage.vigilance)
        return context.hasKey ? try SQLiteCredentialStore(context) { _ in } : nil
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
        try self.init(
            StoreContext(home: home, keyring: keyring, makesKey: true, vigilance: vigilance), hook: hook)
    }

    private init(_ context: StoreContext, hook: @escaping @Sendable (StoreStage) -> Void) throws(AuthError) {
        self.hook = hook
        self.context = context
        reader = StoreConnection(context, isWriter: false)
        writer = try CommitQueue(context, hook: hook)
    }

    /// Where a damaged database was put when this store was opened; nil if there was none. What it held is here only as
    /// far as it could be ``salvaged``.
    public var setAside: String? { context.setAside }

    /// How many entities of a database that was set aside are in this one.
    public var salvaged: Int { context.salvaged }

    /// Gets the sealing key now, so that a key that is out of reach is noticed before a person is asked for anything.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if it cannot be had, `storeUnavailable` if the database
    ///   cannot be read.
    public func checkKey() throws(AuthError) {
        try reader.run { _, seal in try seal.unlock() }
    }

    /// The database's path.
    public var path: String { context.file.path }

    /// All entities of one account, as of a moment after the call began.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    public func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        let home = homeAccountID.identifierInLowerCase
        let word = context.page.word(of: home)
        let generation = context.page.generation(word)
        if generation.isMultiple(of: 2), let known = snapshot.entry(home, generation: generation) {
            return known.partition
        }
        return try read(home, word)
    }

    /// The accounts that have any entity.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    public func homeAccountIDs() throws(AuthError) -> [String] {
        try reader.run { database, _ in try PartitionReader.homeAccountIDs(database) }
    }

    /// Shows a summary of every account; unseals nothing, and keeps nothing in memory.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    public func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {
        try reader.run { database, _ in try PartitionReader.forEachAccount(database, body) }
    }

    /// Runs a transaction; see ``KeyfobCache/CredentialStore/write(_:)``.
    public func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        let result = await withCheckedContinuation { continuation in writer.submit(CommitJob(continuation, body)) }
        return try result.get()
    }

    private func read(_ home: String, _ word: Int) throws(AuthError) -> AccountPartition? {
        let (entry, isVouchedFor) = try reader.run { database, seal in
            // Seen before the rows are read: a commit after this moment changes the word.
            let generation = context.page.generation(word)
            hook(.checked)
            let (found, stamps) = try PartitionReader.rows(home, database)
            let last = snapshot.lastEntry(home)
            let partition =
                last.flatMap { $0.stamps == stamps ? $0.partition : nil }
                ?? PartitionReader.partition(home, found, seal)
            let cost = found.reduce(400) { $0 + 600 + 2 * ($1.sealed?.count ?? 0) }
            let entry = PartitionSnapshot.Entry(
                partition: partition, stamps: stamps, generation: generation, cost: cost)
            return (entry, generation.isMultiple(of: 2))
        }
        hook(.fetched)
        if isVouchedFor { snapshot.remember(home, entry) } else { healAfterKilledWriter() }
        return entry.partition
    }

    /// Odd words are of a writer at work, or of one that was killed; in the second case nobody has the lock.
    private func healAfterKilledWriter() {
        guard let lock = try? FileLock(path: context.file.lockPath), (try? lock.tryLock()) == true else { return }
        defer { lock.unlock() }
        hook(.healing)
        context.page.heal()
        hook(.healed)
    }
}
