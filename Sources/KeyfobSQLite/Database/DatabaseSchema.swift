public import GRDB
import KeyfobCore

/// The steps that bring a database from empty to what this version expects, each with a name that never changes.
public struct DatabaseSchema: Sendable {
    /// One step.
    public struct Migration: Sendable {
        /// Its name, unique in its schema.
        public let name: String
        /// What it does.
        public let apply: @Sendable (Database) throws -> Void

        /// Makes a step.
        public init(_ name: String, apply: @escaping @Sendable (Database) throws -> Void) {
            self.name = name
            self.apply = apply
        }
    }

    private let migrator: DatabaseMigrator
    private let names: Set<String>

    /// Makes a schema of its steps, in order.
    public init(_ migrations: [Migration]) {
        var migrator = DatabaseMigrator()
        for migration in migrations { migrator.registerMigration(migration.name, migrate: migration.apply) }
        self.migrator = migrator
        names = Set(migrations.map(\.name))
    }

    /// Whether a database is what this version expects; nothing is changed.
    ///
    /// - Parameter path: the database, for the error.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if a newer version has changed it; any error of SQLite.
    public func isComplete(_ database: Database, path: String) throws -> Bool {
        let taken = try migrator.appliedIdentifiers(database)
        guard taken.isSubset(of: names) else {
            // A newer version has taken all our steps too. Unknown names in the place of ours are damage.
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

    /// Takes the steps that are missing.
    func migrate(_ queue: DatabaseQueue, path: String) throws {
        guard try !queue.read({ try isComplete($0, path: path) }) else { return }
        try migrator.migrate(queue)
    }
}
