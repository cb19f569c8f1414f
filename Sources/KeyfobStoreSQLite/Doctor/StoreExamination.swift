import Foundation
import GRDB
package import KeyfobCache
package import KeyfobCore
import KeyfobSQLite

/// Examines the stores of a home without changing anything: it makes, fixes and sets aside nothing.
package struct StoreExamination: Sendable {
    private let home: String
    private let places: SealingKeyPlaces

    /// Makes an examination of a home, with the places where keys may be kept.
    package init(home: String, places: SealingKeyPlaces) {
        self.home = home
        self.places = places
    }

    /// The access groups that have a store, or may have one that cannot be examined, by name.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if the home cannot be read.
    package func groups() throws(AuthError) -> [AccessGroup] {
        try PrivateDirectory.names(in: home + "/stores").sorted().compactMap { try? AccessGroup($0) }.filter {
            StoreContext.hasDatabase(home: home, group: $0)
        }
    }

    /// Examines the store of a group.
    package func report(_ group: AccessGroup) -> StoreReport {
        var report = StoreReport(group: group.name, path: databasePath(group))
        FileExamination(directory: directory(group)).fill(&report)
        do {
            guard try PrivateFile.exists(report.path) else {
                throw AuthError.storage("There is no database at \(report.path).")
            }
            if let problem = FileLock.problem(at: report.path + ".lock") { report.problems.append(problem) }
            if var problem = AuthError.writingProblem(in: directory(group)) {
                problem.message += " What was saved can be read; nothing can be saved or refreshed."
                report.problems.append(problem)
            }
            try examine(connection(group), group, &report)
        } catch {
            let problem = Self.problem(error, group, path: report.path)
            // The problem may have been reported for the file already.
            if !report.problems.contains(where: { $0.message == problem.message }) { report.problems.append(problem) }
        }
        return report
    }

    /// Opens the database, or an in-memory copy where SQLite cannot open it because nothing can be written.
    private func connection(_ group: AccessGroup) throws(AuthError) -> DatabaseQueue {
        do throws(AuthError) {
            return try DatabaseFile(directory: directory(group), name: StoreContext.databaseName).connection()
        } catch {
            guard error.refusesWriting, let picture = try? DatabasePicture(of: databasePath(group)) else { throw error }
            return picture.queue
        }
    }

    private static func problem(_ error: any Error, _ group: AccessGroup, path: String) -> AuthError {
        var problem = AuthError.database(error, path: path)
        if AuthError.maybeDamage(error) {
            problem.remedy =
                "Run: keyfob doctor --salvage --access-group \(group.name). The database is set aside then, and what can "
                + "be read of it is kept."
        }
        return problem
    }

    private func directory(_ group: AccessGroup) -> String { StoreContext.directory(home: home, group: group) }

    private func databasePath(_ group: AccessGroup) -> String { directory(group) + "/" + StoreContext.databaseName }

    private func examine(_ queue: DatabaseQueue, _ group: AccessGroup, _ report: inout StoreReport) throws {
        let record = try queue.read { database in
            let finding = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
            guard finding == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            // A database of a newer version is reported as such, not as damaged. An older one is migrated when it is
            // used.
            _ = try StoreSchema.current.isComplete(database, path: report.path)
            report.schema = try String.fetchAll(
                database, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
            report.accounts = try Int.fetchOne(database, sql: "SELECT count(*) FROM account WHERE home <> ''") ?? 0
            let kinds = try Row.fetchAll(database, sql: "SELECT kind, count(*) FROM entity GROUP BY kind")
            for kind in kinds { report.entities[kind[0]] = kind[1] }
            let keys = try Int.fetchOne(database, sql: "SELECT count(*) FROM sealing_key") ?? 0
            report.formerKeys = max(0, keys - 1)
            try StoreProbe.run(database)
            return try StoreKeyRecord.read(database)
        }
        guard let record else {
            report.problems.append(.storage("The database \(report.path) contains no record of its key."))
            return
        }
        (report.keyPlace, report.keyID) = (record.place, record.id)
        do {
            try record.seal(group: group, places: places) { seal in
                queue.unsafeRead { DamagedReader($0).isOpened(by: seal) }
            }.loadedKey()
            report.key = .reachable
        } catch {
            report.key = .unreachable(error)
        }
    }
}
