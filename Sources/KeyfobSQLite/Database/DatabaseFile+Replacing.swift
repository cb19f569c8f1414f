import Foundation
import GRDB
import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension DatabaseFile {
    /// Replaces a damaged database by a new one with the salvaged entries, and keeps the damaged one next to it. The
    /// caller holds the lock.
    ///
    /// The new database is made under another name and renamed when it is complete. If the process is killed before
    /// that, the damaged one is still there, and the next process that opens it starts over.
    ///
    /// - Returns: the path of the damaged database now, and the number of salvaged entries.
    func replace(
        _ schema: DatabaseSchema, _ salvage: DatabaseSalvage?
    ) throws(AuthError) -> (aside: String, salvaged: Int) {
        let fresh = scratch("fresh")
        defer { fresh.remove() }
        let salvaged: Int
        do {
            salvaged = try fill(fresh, schema, salvage)
        } catch {
            throw .database(error, path: path)
        }
        let aside = try setAside()
        guard rename(fresh.path, path) == 0 else { throw .storage("\(path) cannot be replaced by a new one.", errno) }
        PrivateFile.syncDirectory(of: path)
        return (aside, salvaged)
    }

    private func fill(
        _ fresh: ScratchDatabase, _ schema: DatabaseSchema, _ salvage: DatabaseSalvage?
    ) throws -> Int {
        try PrivateFile.makeEmpty(fresh.path)
        let queue = try DatabaseFile(scratch: fresh.path).connect()
        try schema.migrate(queue, path: fresh.path)
        try Self.empty(queue)
        var salvaged = 0
        if let salvage {
            let copy = scratch("copy")
            defer { copy.remove() }
            if let damaged = try copy.open(copying: path, template: fresh.path) {
                salvaged = try salvage(damaged.queue, damaged.pages, queue)
                try damaged.queue.close()
            }
            try Self.empty(queue)
        }
        try queue.close()
        return salvaged
    }

    /// Moves the write-ahead log into the database file, which is then renamed without its companions.
    private static func empty(_ queue: DatabaseQueue) throws {
        let isBusy = try queue.writeWithoutTransaction { database in
            try Int.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        guard isBusy == 0 else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    }

    private func scratch(_ purpose: String) -> ScratchDatabase {
        let scratch = ScratchDatabase(path: "\(path).\(purpose)")
        scratch.remove()
        return scratch
    }

    /// Gives the database the first free name next to its own, and moves its `-wal` and `-shm` files there.
    ///
    /// It keeps its own name too until the new one takes it, so that there is a database at every moment.
    private func setAside() throws(AuthError) -> String {
        for number in 1...10_000 {
            let target = "\(path).damaged-\(number)"
            guard try !PrivateFile.exists(target) else { continue }
            // On a file system without hard links the name is free for a moment.
            guard link(path, target) == 0 || rename(path, target) == 0 else {
                throw .storage("\(path) cannot be set aside.", errno)
            }
            for suffix in ["-wal", "-shm"] { rename(path + suffix, target + suffix) }
            return target
        }
        throw .storage("\(path) cannot be set aside: there are too many damaged databases.")
    }
}
