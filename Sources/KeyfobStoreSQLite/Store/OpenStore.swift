import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobSQLite

/// A store whose files are open for reading and writing.
final class OpenStore: Sendable {
    /// The bytes of partitions that are kept in memory, roughly.
    private static let snapshotBound = 8 << 20

    let context: StoreContext
    private let reader: StoreConnection
    private let writer: CommitQueue
    private let snapshot = PartitionSnapshot(bound: snapshotBound)
    private let hook: @Sendable (StoreTestPoint) -> Void
    private let isProven = Atomic(false)

    init(_ context: StoreContext, hook: @escaping @Sendable (StoreTestPoint) -> Void) throws(AuthError) {
        self.hook = hook
        self.context = context
        reader = StoreConnection(context, isWriter: false)
        writer = try CommitQueue(context, hook: hook)
    }

    /// The path of the database.
    var path: String { context.file.path }

    /// Loads the sealing key.
    func checkKey() throws(AuthError) {
        try reader.run { _, seal in try seal.unlock() }
    }

    /// The record of the database's key.
    func keyRecord() throws(AuthError) -> StoreKeyRecord {
        try context.keyring.record(context.file.connection(), path: path)
    }

    /// The entities of one account, as of a moment after the call began.
    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        let home = homeAccountID.identifierInLowerCase
        let word = context.page.word(of: home)
        let generation = context.page.generation(word)
        if generation.isMultiple(of: 2), let known = snapshot.entry(home, generation: generation) {
            return known.partition
        }
        return try read(home, word)
    }

    /// The accounts that have at least one entity.
    func homeAccountIDs() throws(AuthError) -> [String] {
        try reader.run { database, _ in try PartitionReader.homeAccountIDs(database) }
    }

    /// Passes a summary of every account to `body`.
    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {
        try reader.run { database, _ in try PartitionReader.forEachAccount(database, body) }
    }

    /// Queues a transaction and waits for it.
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        let result = await withCheckedContinuation { continuation in writer.submit(CommitJob(continuation, body)) }
        return try result.get()
    }

    /// Reserves room for a commit; checks the locks of the file system once.
    func reserveRoom() throws(AuthError) -> ReservedRoom {
        if !isProven.load(ordering: .relaxed) {
            if let problem = FileLock.problem(at: context.file.lockPath) { throw problem }
            isProven.store(true, ordering: .relaxed)
        }
        return try PrivateFile.reserveRoom(nextTo: path, bytes: ReservedRoom.sizeOfCommit)
    }

    private func read(_ home: String, _ word: Int) throws(AuthError) -> AccountPartition? {
        let (entry, isStable) = try reader.run { database, seal in
            // Read before the rows: a commit after this moment changes the word.
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
        if isStable { snapshot.remember(home, entry) } else { healAfterKilledWriter() }
        return entry.partition
    }

    /// An odd word belongs to a writer at work or to one that was killed; in the second case the lock is free.
    private func healAfterKilledWriter() {
        guard let lock = try? FileLock(path: context.file.lockPath), (try? lock.tryLock()) == true else { return }
        defer { lock.unlock() }
        hook(.healing)
        context.page.heal()
        hook(.healed)
    }
}
