#if PostgreSQL
import KeyfobBackport
import KeyfobIdPStorePostgreSQL
import KeyfobPostgreSQL

/// A database with the provider's tables on the server that all tests of this process share, and a copy of its content
/// to which it can return.
///
/// Creating a database takes a tenth of a second. So they are copies of one that has the tables, and are used again:
/// triggers note which tables were written to, and only these are restored.
final class PostgreSQLTestDatabase: Sendable {
    let address: PostgreSQLAddress
    private let pool: PostgreSQLPool

    private init(_ address: PostgreSQLAddress) {
        self.address = address
        // As a replica, so that restoring does not count as writing.
        pool = PostgreSQLPool(address, size: 1, setup: "SET session_replication_role = replica")
    }

    /// Makes the present content the one to return to.
    func keep() async throws { try await run("SELECT kept.keep()") }

    /// Returns to the content that was kept last.
    func reset() async throws { try await run("SELECT kept.reset()") }

    private func run(_ sql: String) async throws {
        try await pool.run { worker in _ = try worker.connection().script(sql) }
    }

    // MARK: The databases

    private static let free = Mutex<[PostgreSQLTestDatabase]>([])
    private static let server = Server()

    private actor Server {
        private var starting: Task<PostgreSQLServer, any Error>?
        private var count = 0

        func makeDatabase() async throws -> PostgreSQLTestDatabase {
            let task = starting ?? Task { try await Self.start() }
            starting = task
            let server = try await task.value
            count += 1
            let name = "test_\(count)"
            try await server.execute("CREATE DATABASE \(name) TEMPLATE pattern STRATEGY file_copy")
            return PostgreSQLTestDatabase(try server.address(name))
        }

        private static func start() async throws -> PostgreSQLServer {
            let server = try await PostgreSQLServer(isShared: true)
            let address = try await server.makeDatabase("pattern")
            // The copies need a database without connections; a store's end with it, a little later.
            do { _ = try await PostgreSQLIdPStore.open(address, connections: 1) }
            let pattern = PostgreSQLTestDatabase(address)
            try await pattern.run(copies)
            try await pattern.keep()
            try await server.execute("ALTER DATABASE pattern ALLOW_CONNECTIONS false")
            try await server.execute(
                "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE datname = 'pattern'")
            return server
        }
    }

    /// A database with the tables as a provider creates them.
    static func take() async throws -> PostgreSQLTestDatabase {
        if let database = free.withLock({ $0.popLast() }) {
            try await database.reset()
            return database
        }
        return try await server.makeDatabase()
    }

    /// Lets another test use a database. No provider uses it any more.
    static func giveBack(_ database: PostgreSQLTestDatabase) { free.withLock { $0.append(database) } }

    private static let copies = """
        CREATE SCHEMA kept;
        CREATE TABLE kept.written (name TEXT NOT NULL);
        CREATE FUNCTION kept.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            INSERT INTO kept.written VALUES (TG_TABLE_NAME);
            RETURN NULL;
        END $$;
        CREATE FUNCTION kept.keep() RETURNS void LANGUAGE plpgsql AS $$ DECLARE name TEXT; BEGIN
            FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'keyfob_idp' LOOP
                EXECUTE format('DROP TABLE IF EXISTS kept.%I', 'copy_' || name);
                EXECUTE format('CREATE TABLE kept.%I AS TABLE keyfob_idp.%I', 'copy_' || name, name);
            END LOOP;
            DELETE FROM kept.written;
        END $$;
        CREATE FUNCTION kept.reset() RETURNS void LANGUAGE plpgsql AS $$ DECLARE name TEXT; BEGIN
            FOR name IN SELECT DISTINCT written.name FROM kept.written LOOP
                EXECUTE format('DELETE FROM keyfob_idp.%I', name);
                EXECUTE format(
                    'INSERT INTO keyfob_idp.%I OVERRIDING SYSTEM VALUE SELECT * FROM kept.%I', name, 'copy_' || name);
            END LOOP;
            DELETE FROM kept.written;
        END $$;
        DO $$ DECLARE name TEXT; BEGIN
            FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'keyfob_idp' LOOP
                EXECUTE format(
                    'CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON keyfob_idp.%I '
                    'FOR EACH STATEMENT EXECUTE FUNCTION kept.note()', name);
            END LOOP;
        END $$;
        """
}
#endif
