import GRDB
import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobSQLite

/// A store in a place that could not be written when it was opened, such as a full disk or a read-only home. It reads
/// from in-memory copies of the database, and is opened normally by the first write that succeeds.
final class PicturedStore: Sendable {
    private struct View {
        let picture: DatabasePicture
        let seal: StoreSeal
    }

    private enum State {
        case view(View)
        case open(OpenStore)
    }

    let path: String
    private let keyring: StoreKeyring
    private let reopen: @Sendable () throws(AuthError) -> OpenStore
    private let state: Mutex<State>

    /// Makes the first copy.
    ///
    /// - Parameter reopen: opens the store for writing.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if there is no store that this version can read.
    init(
        path: String, keyring: StoreKeyring, reopen: @escaping @Sendable () throws(AuthError) -> OpenStore
    ) throws(AuthError) {
        self.path = path
        self.keyring = keyring
        self.reopen = reopen
        state = Mutex(.view(try Self.view(path, keyring)))
    }

    private static func view(_ path: String, _ keyring: StoreKeyring) throws(AuthError) -> View {
        let picture = try DatabasePicture(of: path)
        do {
            guard try picture.queue.unsafeRead({ try StoreSchema.current.isComplete($0, path: path) }) else {
                throw AuthError.storage("The database \(path) is of an older version, and cannot be migrated.")
            }
        } catch {
            throw .database(error, path: path)
        }
        return View(picture: picture, seal: try keyring.seal(picture.queue, path: path))
    }

    /// Loads the sealing key.
    func checkKey() throws(AuthError) {
        try read({ store throws(AuthError) in try store.checkKey() }, { _, seal in try seal.unlock() })
    }

    /// The record of the database's key.
    func keyRecord() throws(AuthError) -> StoreKeyRecord {
        switch try current() {
        case .open(let store): try store.keyRecord()
        case .view(let view): try keyring.record(view.picture.queue, path: path)
        }
    }

    /// The entities of one account, as of a moment after the call began.
    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        let home = homeAccountID.identifierInLowerCase
        return try read(
            { store throws(AuthError) in try store.partition(homeAccountID: home) },
            { database, seal in
                PartitionReader.partition(home, try PartitionReader.rows(home, database).found, seal)
            })
    }

    /// The accounts that have at least one entity.
    func homeAccountIDs() throws(AuthError) -> [String] {
        try read(
            { store throws(AuthError) in try store.homeAccountIDs() },
            { database, _ in try PartitionReader.homeAccountIDs(database) })
    }

    /// Passes a summary of every account to `body`.
    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {
        try read(
            { store throws(AuthError) in try store.forEachAccount(body) },
            { database, _ in try PartitionReader.forEachAccount(database, body) })
    }

    private func read<R>(
        _ store: (OpenStore) throws(AuthError) -> R, _ body: (Database, StoreSeal) throws -> R
    ) throws(AuthError) -> R {
        switch try current() {
        case .open(let open): return try store(open)
        case .view(let view):
            do {
                return try view.picture.queue.unsafeRead { try body($0, view.seal) }
            } catch {
                throw .database(error, path: path)
            }
        }
    }

    private func current() throws(AuthError) -> State {
        try state.withLock { state throws(AuthError) in
            if case .view(let view) = state, try DatabaseMark(of: path) != view.picture.mark {
                state = .view(try Self.view(path, keyring))
            }
            return state
        }
    }

    /// The store, opened for writing.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it still cannot be written.
    func opened() throws(AuthError) -> OpenStore {
        if case .open(let open) = state.withLock({ $0 }) { return open }
        let open = try reopen()
        state.withLock { $0 = .open(open) }
        return open
    }
}
