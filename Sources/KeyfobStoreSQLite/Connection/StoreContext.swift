import Foundation
import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The common state of a store's readers and writers.
struct StoreContext: Sendable {
    let file: DatabaseFile
    let page: GenerationPage
    let lock: FileLock
    let keyring: StoreKeyring
    /// The path to which a damaged database was moved when this store was opened.
    let setAside: String?
    /// The number of entities that were salvaged from it.
    let salvaged: Int
    /// Whether the database has a key: without one, no user has signed in to it.
    let hasKey: Bool

    /// Opens or makes the store's files.
    ///
    /// - Parameters:
    ///   - makesKey: whether a database that has no key yet gets one.
    ///   - vigilance: the nanoseconds between two checks of a reader that the generation file still exists.
    init(home: String, keyring: StoreKeyring, makesKey: Bool, vigilance: UInt64) throws(AuthError) {
        try PrivateDirectory.prepare(home + "/stores")
        let directory = Self.directory(home: home, group: keyring.group)
        let file = try DatabaseFile(directory: directory, name: Self.databaseName)
        let lock = try FileLock(path: file.lockPath)
        let page = try GenerationPage(path: directory + "/generations", lock: lock, vigilance: vigilance)
        (self.file, self.lock, self.page, self.keyring) = (file, lock, page, keyring)
        let opened: OpenedDatabase
        do {
            (opened, hasKey) = try Self.open(file, lock, page, keyring, makesKey: makesKey)
        } catch {
            guard AuthError.maybeDamage(error) else { throw error }
            opened = try Self.replaceDamaged(file, lock, page, keyring, holdsLock: false)
            hasKey = true
        }
        (setAside, salvaged) = (opened.setAside, opened.salvaged)
    }

    /// Whether the group's database exists or may exist: if its path cannot be examined, opening reports why.
    static func hasDatabase(home: String, group: AccessGroup) -> Bool {
        var status = stat()
        return lstat("\(home)/stores/\(group.name)/\(databaseName)", &status) == 0
            || (errno != ENOENT && errno != ENOTDIR)
    }

    /// The directory of the group's files.
    static func directory(home: String, group: AccessGroup) -> String { "\(home)/stores/\(group.name)" }

    static let databaseName = "credentials.sqlite"

    private static func open(
        _ file: DatabaseFile, _ lock: FileLock, _ page: GenerationPage, _ keyring: StoreKeyring, makesKey: Bool
    ) throws(AuthError) -> (OpenedDatabase, hasKey: Bool) {
        let opened = try file.open(StoreSchema.current, salvaging: StoreSalvage(keyring: keyring).run)
        if opened.setAside != nil {
            try lock.lock(timeoutSeconds: 10)
            defer { lock.unlock() }
            try page.renew()
            page.replaceDatabase()
        }
        // The damaged database had a key: users had signed in, so the new database gets one.
        guard makesKey || opened.setAside != nil else {
            return (opened, try keyring.hasKey(opened.queue, path: file.path))
        }
        try keyring.ensureKey(opened.queue, path: file.path, taking: lock)
        return (opened, true)
    }

    /// The path of the lock that writers queue at before the store's lock.
    var turnstilePath: String { file.path + ".turn" }

    /// The current seal and rows of the database, read through a new connection, since the caller may be using another.
    func succession() -> StoreSuccession? {
        guard let queue = try? file.connection(),
            let seal = try? keyring.seal(queue, path: file.path, witness: opensAnything)
        else { return nil }
        return StoreSuccession(seal: seal) { row in
            let found = try? queue.unsafeRead { try PartitionReader.rows(row.home, $0).found }
            return found?.first { $0.row.says(row) }?.sealed
        }
    }

    /// Whether a seal opens any entity of the database, read through a new connection.
    func opensAnything(_ seal: StoreSeal) -> Bool {
        guard let queue = try? file.connection() else { return false }
        return queue.unsafeRead { DamagedReader($0).isOpened(by: seal) }
    }

    /// Replaces a database that an operation found damaged, and returns the error for the operation's caller.
    ///
    /// - Parameter wasReplaced: whether another process has replaced the database since the operation began.
    func recover(after error: any Error, wasReplaced: () -> Bool, holdsLock: Bool) -> AuthError {
        do {
            let opened = try Self.replaceDamaged(file, lock, page, keyring, holdsLock: holdsLock)
            guard opened.setAside != nil || wasReplaced() else {
                var failure = AuthError.database(error, path: file.path)
                failure.remedy =
                    "The database was searched, and no damage was found. Try again; if it happens again, move "
                    + "\((file.path as NSString).deletingLastPathComponent) away and sign in again."
                failure.cause = nil
                return failure
            }
            let fate = opened.setAside.map {
                "It was set aside as \($0), and a new one has the \(opened.salvaged) entries that could be kept."
            }
            return AuthError(
                .storeUnavailable, origin: .store,
                message: "The credential database was damaged. \(fate ?? "A fresh one is there already.")",
                remedy: "Try again; accounts that are missing then have to sign in once more.")
        } catch {
            return error
        }
    }

    /// Searches the whole database, and sets it aside if it is damaged.
    func search() throws(AuthError) -> OpenedDatabase {
        try Self.replaceDamaged(file, lock, page, keyring, holdsLock: false)
    }

    /// Sets a damaged database aside under the lock, unless another process has already done so.
    private static func replaceDamaged(
        _ file: DatabaseFile, _ lock: FileLock, _ page: GenerationPage, _ keyring: StoreKeyring, holdsLock: Bool
    ) throws(AuthError) -> OpenedDatabase {
        if !holdsLock { try lock.lock(timeoutSeconds: 10) }
        defer { if !holdsLock { lock.unlock() } }
        let opened = try file.recoverLocked(
            StoreSchema.current, salvaging: StoreSalvage(keyring: keyring).run
        ) { database in
            try StoreProbe.run(database)
            try StoreProbe.record(database, places: keyring.places)
        }
        try keyring.ensureKey(opened.queue, path: file.path, taking: nil)
        try page.renew()
        page.replaceDatabase()
        return opened
    }
}
