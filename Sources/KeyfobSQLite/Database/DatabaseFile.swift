import Foundation
public import GRDB
public import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A SQLite database in a directory of its user's own: in WAL mode, with `synchronous` FULL, so that a commit that
/// returned outlives a crash, and used by several processes at once.
///
/// Nothing but SQLite opens or closes the database, its `-wal` and its `-shm` file: closing another descriptor of
/// them would drop SQLite's locks.
public struct DatabaseFile: Sendable {
    /// The database.
    public let path: String
    /// The lock that openers and writers share; beside the database.
    public var lockPath: String { path + ".lock" }

    /// Makes the directory, or checks it, and names the database; opens nothing yet.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the directory cannot be made, belongs to another user
    ///   or lets others in.
    public init(directory: String, name: String) throws(AuthError) {
        try PrivateDirectory.prepare(directory)
        path = directory + "/" + name
    }

    /// Names a database in a directory that was looked at already.
    init(scratch path: String) { self.path = path }

    /// Opens the database, makes it if it is missing, and brings it to the schema.
    ///
    /// A damaged database is moved aside, never deleted, and a fresh one takes its place, with what could be salvaged.
    ///
    /// - Parameter salvage: copies what can still be read of a damaged database into the fresh one; nil copies nothing.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the files are not the user's own, cannot be written, or
    ///   were written by a newer version; what `salvage` threw, and then nothing was moved.
    public func open(
        _ schema: DatabaseSchema, salvaging salvage: DatabaseSalvage? = nil
    ) throws(AuthError) -> OpenedDatabase {
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
            // Damage, or another process that is making the database just now: under the lock it shows which.
        }
        let lock = try FileLock(path: lockPath)
        try lock.lock(timeoutSeconds: 10)
        defer { lock.unlock() }
        return try openLocked(schema, salvage, probing: nil)
    }

    /// Opens the database again after an operation found it damaged; the caller holds the lock at ``lockPath``.
    ///
    /// It is searched as a whole, and moved aside only if it is damaged still: another process may have begun a fresh
    /// one already.
    ///
    /// - Parameter probe: what else a sound database has to stand.
    /// - Throws: ``AuthError`` as ``open(_:)`` does.
    public func recoverLocked(
        _ schema: DatabaseSchema, salvaging salvage: DatabaseSalvage? = nil,
        probing probe: @escaping DatabaseProbe = { _ in }
    ) throws(AuthError) -> OpenedDatabase {
        try openLocked(schema, salvage, probing: probe)
    }

    /// One more connection to a database that ``open(_:)`` has opened.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    public func connection() throws(AuthError) -> DatabaseQueue {
        do { return try connect() } catch { throw .database(error, path: path) }
    }

    private func openLocked(
        _ schema: DatabaseSchema, _ salvage: DatabaseSalvage?, probing probe: DatabaseProbe?
    ) throws(AuthError) -> OpenedDatabase {
        do {
            if try !checkFiles() { try PrivateFile.makeEmpty(path) }
            return OpenedDatabase(queue: try connect(schema, probing: probe))
        } catch {
            // Where nothing can be kept, only what is certainly damaged is begun anew.
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
            // A header can say that nothing may be written; then reading alone succeeds.
            try queue.inTransaction(.immediate) { database in
                try database.execute(sql: "CREATE TABLE probe (x)")
                return .rollback
            }
        }
        return queue
    }

    /// Whether SQLite takes the file for one that may not be written although it may: the header says so then.
    package func isSpoilt(_ error: any Error) -> Bool {
        let code = (((error as? AuthError)?.cause ?? error) as? DatabaseError)?.resultCode
        guard code == .SQLITE_READONLY || code == .SQLITE_CANTOPEN, access(path, W_OK) == 0 else { return false }
        return AuthError.writingProblem(in: (path as NSString).deletingLastPathComponent) == nil
    }

    func connect() throws -> DatabaseQueue {
        var configuration = Configuration()
        // A belt beside the lock: checkpoints and recovery take SQLite's own locks for moments.
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.execute(sql: "PRAGMA trusted_schema = OFF")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Whether it has begun to be a database. Making it a WAL one takes it for itself alone, and two processes that both try
    /// wait for each other in vain: only whoever has the lock does that.
    private var hasContent: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    /// Checks the database's files, which are never opened for it; tells whether there is a database.
    private func checkFiles() throws(AuthError) -> Bool {
        for suffix in ["-wal", "-shm"] { _ = try PrivateFile.exists(path + suffix) }
        return try PrivateFile.exists(path)
    }
}
