#if PostgreSQL
import KeyfobCore

/// The migrations that bring an empty schema of a database to the present one, each with a name that never changes.
package struct PostgreSQLSchema: Sendable {
    /// One migration.
    package struct Migration: Sendable {
        /// Its name, unique in its schema.
        package let name: String
        /// Its statements.
        package let sql: String

        /// Makes a migration.
        package init(_ name: String, _ sql: String) {
            self.name = name
            self.sql = sql
        }
    }

    /// The schema's name in the database.
    package let name: String
    private let migrations: [Migration]
    /// The advisory lock that migrating processes take.
    private let lock: Int64

    /// Makes a schema from its migrations, in order.
    package init(_ name: String, lock: Int64, _ migrations: [Migration]) {
        self.name = name
        self.lock = lock
        self.migrations = migrations
    }

    /// Creates the schema if it is missing, and applies the migrations that are missing, in one transaction. Of several
    /// processes that start at once one does so, and the others wait.
    ///
    /// - Parameter check: further work under the same lock.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if a newer version has migrated the schema;
    ///   ``PostgreSQLError``.
    package func migrate(
        _ connection: PostgreSQLConnection, _ address: PostgreSQLAddress,
        then check: (PostgreSQLConnection) throws -> Void = { _ in }
    ) throws {
        try connection.transaction { connection in
            try connection.script("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
            try connection.run("SELECT pg_advisory_xact_lock($1)", [lock])
            // CREATE SCHEMA IF NOT EXISTS needs the permission to create one even if it exists.
            if try connection.run("SELECT 1 FROM pg_namespace WHERE nspname = $1::text", [name]).count == 0 {
                try connection.script("CREATE SCHEMA \(name)")
            }
            try connection.script(
                """
                CREATE TABLE IF NOT EXISTS \(name).migration (
                    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name TEXT NOT NULL UNIQUE)
                """)
            let applied = try applied(connection)
            guard applied.isSubset(of: migrations.map(\.name)) else {
                throw AuthError(
                    .storeUnavailable, origin: .store,
                    message: "The database \(address) was written by a newer version of Keyfob.",
                    remedy: "Update this program; the database was left as it is.")
            }
            for migration in migrations where !applied.contains(migration.name) {
                try connection.script(migration.sql)
                try connection.run("INSERT INTO \(name).migration (name) VALUES ($1)", [migration.name])
            }
            try check(connection)
        }
    }

    private func applied(_ connection: PostgreSQLConnection) throws -> Set<String> {
        let rows = try connection.run("SELECT name FROM \(name).migration")
        return try Set((0..<rows.count).map { try rows[$0][0] })
    }
}
#endif
