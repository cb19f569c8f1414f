package import GRDB
import KeyfobCore

/// The migrations that bring an empty database to the current schema, each with a name that never changes.
package struct DatabaseSchema: Sendable {
    /// One migration.
    package struct Migration: Sendable {
        /// Its name, unique in its schema.
        package let name: String
        /// Performs the migration.
        package let apply: @Sendable (Database) throws -> Void

        /// Makes a migration.
        package init(_ name: String, apply: @escaping @Sendable (Database) throws -> Void) {
            self.name = name
            self.apply = apply
        }
    }

    private let migrator: DatabaseMigrator
    private let names: Set<String>

    /// Makes a schema from its migrations, in order.
    package init(_ migrations: [Migration]) {
        var migrator = DatabaseMigrator()
        for migration in migrations { migrator.registerMigration(migration.name, migrate: migration.apply) }
        self.migrator = migrator
        names = Set(migrations.map(\.name))
    }

    /// Whether a database has the current schema; changes nothing.
    ///
    /// - Parameter path: the database, for the error.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if a newer version has migrated it; any error of SQLite.
    package func isComplete(_ database: Database, path: String) throws -> Bool {
        let taken = try migrator.appliedIdentifiers(database)
        guard taken.isSubset(of: names) else {
            // A newer version has applied all our migrations too. Unknown names in place of ours are damage.
            guard taken.isSuperset(of: names) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "unknown steps in place of known ones")
            }
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "The database \(path) was written by a newer version of Keyfob.",
                remedy: "Update this program; the database was left as it is.")
        }
        return try migrator.hasCompletedMigrations(database)
    }

    /// Applies the migrations that are missing.
    func migrate(_ queue: DatabaseQueue, path: String) throws {
        guard try !queue.read({ try isComplete($0, path: path) }) else { return }
        try migrator.migrate(queue)
    }
}
