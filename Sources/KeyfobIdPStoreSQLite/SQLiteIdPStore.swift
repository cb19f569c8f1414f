package import KeyfobCore
package import KeyfobIdPModel
import KeyfobSQLite

/// The identity provider's data in one SQLite database.
///
/// Transactions run one after another; those that wait at the same moment become durable together (`synchronous` is
/// FULL), and each returns only when its own work is on the disk.
package final class SQLiteIdPStore: IdPStore {
    private let commits: GroupCommit
    private let path: String

    /// The path to which a damaged database was moved; nil if there was none. Show it to the administrator: its users,
    /// consents and tokens are not in the new database.
    package let setAside: String?

    /// Opens the database, and creates it if it is missing.
    ///
    /// - Parameters:
    ///   - directory: an absolute path; created with mode 0700 if it is missing.
    ///   - name: the database's file name.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the files do not belong to this user alone, cannot be
    ///   written, or were written by a newer version.
    package init(directory: String, name: String = "idp.sqlite") throws(AuthError) {
        let file = try DatabaseFile(directory: directory, name: name)
        let opened = try file.open(IdPSchema.schema)
        commits = GroupCommit(opened.queue)
        path = file.path
        setAside = opened.setAside
    }

    /// Runs a body in one serialisable transaction, durable on return.
    ///
    /// - Throws: the body's error; ``AuthError`` with code `storeUnavailable` if SQLite failed. In both cases nothing
    ///   of the body's work remains.
    package func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        try await perform(isShort: false, body)
    }

    /// Runs a short body in one serialisable transaction, durable on return: on the calling thread, as long as the disk
    /// is quick and no other transaction runs.
    ///
    /// - Throws: as ``transaction(_:)``
    package func shortTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        try await perform(isShort: true, body)
    }

    private func perform<R: Sendable>(
        isShort: Bool, _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        do {
            return try await commits.perform(isShort: isShort) { try body(SQLiteTransaction(database: $0)) }
        } catch {
            throw SQLiteTransaction.isForeign(error) ? AuthError.database(error, path: path) : error
        }
    }
}
