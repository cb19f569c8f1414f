import Foundation
package import GRDB
package import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A SQLite database in a directory of its user, shared by several processes. It uses WAL mode with `synchronous` FULL,
/// so that a commit survives a crash once it has returned.
///
/// Only SQLite opens and closes the database, its `-wal` and its `-shm` file: closing another descriptor of one of them
/// would release SQLite's locks.
package struct DatabaseFile: Sendable {
    /// The path of the database.
    package let path: String
    /// The path of the lock file that openers and writers share.
    package var lockPath: String { path + ".lock" }

    /// Makes or checks the directory, and names the database; opens nothing yet.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the directory cannot be made, belongs to another user or
    ///   is accessible to others.
    package init(directory: String, name: String) throws(AuthError) {
        try PrivateDirectory.prepare(directory)
        path = directory + "/" + name
    }

    /// Names a database in a directory that has already been checked.
    init(scratch path: String) { self.path = path }

    /// Opens the database, makes it if it is missing, and migrates it to the schema.
    ///
    /// A damaged database is moved aside, never deleted, and replaced by a new one with the salvaged entries.
    ///
    /// - Parameter salvage: copies the readable entries of a damaged database into the new one; nil copies nothing.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the files do not belong to the user, cannot be written,
    ///   or were written by a newer version; an error of `salvage`, and then nothing was moved.
    package func open(
        _ schema: DatabaseSchema, salvaging salvage: DatabaseSalvage? = nil
    ) throws(AuthError) -> OpenedDatabase {
        try FileLock.checkRecordLocks(at: lockPath)
        do {
            if try checkFiles(), hasContent {
                let queue = try connect()
                if try queue.read({ try schema.isComplete($0, path: path) }) {
                    return OpenedDatabase(queue: queue)
                }
            }
        } catch let error as AuthError {
            throw error
        } catch {
            // Either damage or another process that is making the database now; openLocked(_:_:probing:) finds out
            // which.
        }
        let lock = try FileLock(path: lockPath)
        try lock.lock(timeoutSeconds: 10)
        defer { lock.unlock() }
        return try openLocked(schema, salvage, probing: nil)
    }

    /// Opens the database again after an operation found it damaged; the caller holds the lock at ``lockPath``.
    ///
    /// Checks the whole database and moves it aside only if it is still damaged: another process may already have
    /// replaced it.
    ///
    /// - Parameter probe: further checks that a sound database passes.
    /// - Throws: ``AuthError`` as ``open(_:)`` does.
    package func recoverLocked(
        _ schema: DatabaseSchema, salvaging salvage: DatabaseSalvage? = nil,
        probing probe: @escaping DatabaseProbe = { _ in }
    ) throws(AuthError) -> OpenedDatabase {
        try openLocked(schema, salvage, probing: probe)
    }

    /// Opens another connection to a database that ``open(_:)`` has opened.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    package func connection() throws(AuthError) -> DatabaseQueue {
        try FileLock.checkRecordLocks(at: lockPath)
        do { return try connect() } catch { throw .database(error, path: path) }
    }

    private func openLocked(
        _ schema: DatabaseSchema, _ salvage: DatabaseSalvage?, probing probe: DatabaseProbe?
    ) throws(AuthError) -> OpenedDatabase {
        do {
            if try !checkFiles() { try PrivateFile.makeEmpty(path) }
            return OpenedDatabase(queue: try connect(schema, probing: probe))
        } catch {
            // Without a salvage function only a database that is certainly damaged is replaced.
            let isDamaged = salvage == nil ? AuthError.isDamage(error) : AuthError.maybeDamage(error) || isSpoilt(error)
            guard isDamaged else { throw .database(error, path: path) }
        }
        let (aside, salvaged) = try replace(schema, salvage)
        do {
            return OpenedDatabase(
                queue: try connect(schema, probing: nil), setAside: aside, salvaged: salvaged)
        } catch {
            throw .database(error, path: path)
        }
    }

    private func connect(_ schema: DatabaseSchema, probing probe: DatabaseProbe?) throws -> DatabaseQueue {
        let queue = try connect()
        if probe != nil {
            let findings = try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }
            guard findings == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        }
        try schema.migrate(queue, path: path)
        if let probe {
            try queue.read(probe)
            // A damaged header can mark the database as read-only; then only reading succeeds.
            try queue.inTransaction(.immediate) { database in
                try database.execute(sql: "CREATE TABLE probe (x)")
                return .rollback
            }
        }
        return queue
    }

    /// Whether SQLite treats a writable file as read-only because of its header.
    package func isSpoilt(_ error: any Error) -> Bool {
        let code = (((error as? AuthError)?.cause ?? error) as? DatabaseError)?.resultCode
        guard code == .SQLITE_READONLY || code == .SQLITE_CANTOPEN, access(path, W_OK) == 0 else { return false }
        return AuthError.writingProblem(in: (path as NSString).deletingLastPathComponent) == nil
    }

    func connect() throws -> DatabaseQueue {
        var configuration = Configuration()
        // In addition to the lock: checkpoints and recovery take SQLite's own locks for moments.
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // On Apple's systems: as `DiskSync` does. Without effect on others.
            try database.execute(sql: "PRAGMA fullfsync = ON")
            try database.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
            try database.execute(sql: "PRAGMA trusted_schema = OFF")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Whether the file has any content. Switching an empty file to WAL mode takes an exclusive lock, and two processes
    /// that both try deadlock; so only the holder of the lock does it.
    private var hasContent: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    /// Checks the kind and owner of the database's files without opening them; returns whether there is a database.
    private func checkFiles() throws(AuthError) -> Bool {
        for suffix in ["-wal", "-shm"] { _ = try PrivateFile.exists(path + suffix) }
        return try PrivateFile.exists(path)
    }
}

/// An open database that has the requested schema.
package struct OpenedDatabase: Sendable {
    /// The connection.
    package let queue: DatabaseQueue
    /// The path to which a damaged predecessor was moved when this one was made; nil if there was none. Show it to the
    /// user: this database contains only the salvaged entries.
    package let setAside: String?
    /// The number of entries that were salvaged from the damaged predecessor.
    package let salvaged: Int

    init(queue: DatabaseQueue, setAside: String? = nil, salvaged: Int = 0) {
        self.queue = queue
        self.setAside = setAside
        self.salvaged = salvaged
    }
}

/// Reads a database as its store does, and throws if the store cannot have written it; SQLite only checks that it is a
/// database.
package typealias DatabaseProbe = @Sendable (_ database: Database) throws -> Void

/// Copies the readable entries of a damaged database into a new one, and returns their number.
///
/// Any statement on the damaged one may fail, and any column may hold a value of another type than it was written with.
/// Its header may state any number of pages; `pages` is the number that its files contain. If it throws, the damaged
/// database stays in place.
package typealias DatabaseSalvage =
    @Sendable (_ damaged: DatabaseQueue, _ pages: Int, _ fresh: DatabaseQueue) throws -> Int
