import Foundation
import GRDB
import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension DatabaseFile {
    /// Puts a fresh database in the place of a damaged one, with what could be salvaged, and keeps the damaged one
    /// beside it as it was. The caller holds the lock.
    ///
    /// The fresh one is made under another name and takes its place when it is whole: a process that is killed
    /// meanwhile leaves the damaged one, and the next to open it begins anew.
    ///
    /// - Returns: where the damaged one is now, and how many entries were salvaged.
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
        guard rename(fresh.path, path) == 0 else { throw .storage("\(path) cannot be begun anew.", errno) }
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
                salvaged = try salvage(damaged, queue)
                try damaged.close()
            }
            try Self.empty(queue)
        }
        try queue.close()
        return salvaged
    }

    /// Brings everything into the database's own file: it is going to be renamed alone.
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

    /// Gives the database the first free name beside its own, and moves its companions there.
    ///
    /// It keeps its own name too until the fresh one takes that: there is a database at every moment.
    private func setAside() throws(AuthError) -> String {
        for number in 1...10_000 {
            let target = "\(path).damaged-\(number)"
            guard try !PrivateFile.exists(target) else { continue }
            // A file system without second names lets it go for a moment.
            guard link(path, target) == 0 || rename(path, target) == 0 else {
                throw .storage("\(path) cannot be set aside.", errno)
            }
            for suffix in ["-wal", "-shm"] { rename(path + suffix, target + suffix) }
            return target
        }
        throw .storage("\(path) cannot be set aside: too many damaged ones are there.")
    }
}
