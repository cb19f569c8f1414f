#if PostgreSQL
import KeyfobConformance
import KeyfobCore
import KeyfobIdPModel
import Testing

@testable import KeyfobIdPStorePostgreSQL

@Suite("The tables of the PostgreSQL store", .timeLimit(.minutes(10)))
struct SchemaTests {
    @Test("Nodes that start at once on an empty database create its tables once")
    func atOnce() async throws {
        let server = try await PostgreSQLServer()
        let address = try server.address()
        let nodes = try await withThrowingTaskGroup(of: PostgreSQLIdPStore.self) { group in
            for _ in 0..<6 { group.addTask { try await PostgreSQLIdPStore.open(address) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for node in nodes { #expect(try await node.transaction { try $0.clockOffset() } == 0) }
        let names = try await server.execute("SELECT name FROM keyfob_idp.migration ORDER BY number")
        #expect(names == ["1 directory", "2 grants", "3 sign-in log"])
        await server.remove()
    }

    @Test("The tables that move between databases are all there are, besides the settings and the sign-in log")
    func columns() async throws {
        let server = try await PostgreSQLServer()
        _ = try await PostgreSQLIdPStore.open(try server.address())
        let found = try await server.execute(
            """
            SELECT table_name || '.' || column_name FROM information_schema.columns
            WHERE table_schema = 'keyfob_idp'
                AND table_name NOT IN ('setting', 'sign_in', 'sign_in_removed', 'migration')
            """)
        #expect(Set(found) == StoredTable.allColumns)
        await server.remove()
    }

    @Test("A database that a newer version has migrated is refused, and stays as it is")
    func newer() async throws {
        let server = try await PostgreSQLServer()
        _ = try await PostgreSQLIdPStore.open(try server.address())
        try await server.execute("INSERT INTO keyfob_idp.migration (name) VALUES ('9 of tomorrow')")
        let error = await #expect(throws: AuthError.self) { try await PostgreSQLIdPStore.open(try server.address()) }
        #expect(error?.code == .storeUnavailable && error?.message.contains("newer version") == true)
        await server.remove()
    }

    @Test("A user that may not create a schema can use one that exists")
    func ordinaryUser() async throws {
        let server = try await PostgreSQLServer()
        try await server.execute("CREATE ROLE node LOGIN")
        try await server.execute("CREATE SCHEMA keyfob_idp AUTHORIZATION node")
        let store = try await PostgreSQLIdPStore.open(try server.address("postgres", "user=node"))
        try await store.transaction { try $0.setClockOffset(3) }
        #expect(try await store.transaction { try $0.clockOffset() } == 3)
        await server.remove()
    }

    @Test("A backup that is restored on another server has its log, with the same numbers")
    func restored() async throws {
        let server = try await PostgreSQLServer()
        // This server's transaction ids are far ahead of the other's.
        for _ in 0..<5 { try await server.execute("SELECT pg_current_xact_id()::text") }
        let store = try await PostgreSQLIdPStore.open(try server.address())
        for number in 0..<200 {
            try await store.transaction { try $0.append([SignInLogEntry(time: Int64(number), event: .codeIssued)]) }
        }
        _ = try await store.transaction { try $0.purge(.init(logged: 50), atMost: 100) }
        let before = try await store.transaction { try $0.signIns(after: 0, limit: 1000) }
        #expect(before.map(\.sequence) == Array(51...200))
        try await server.program("pg_dump", ["-U", "keyfob", "-Fc", "-f", "\(server.path)/backup", "postgres"])

        let other = try await PostgreSQLServer()
        try await other.program("pg_restore", ["-U", "keyfob", "-d", "postgres", "\(server.path)/backup"])
        let again = try await PostgreSQLIdPStore.open(try other.address())
        try await again.transaction { try $0.append([SignInLogEntry(time: 1000, event: .codeIssued)]) }
        let after = try await again.transaction { try $0.signIns(after: 0, limit: 1000) }
        #expect(after.map(\.sequence) == Array(51...201))
        #expect(after.map(\.time) == before.map(\.time) + [1000])
        await server.remove()
        await other.remove()
    }

    /// The tables whose rows do not expire, and the bound of each.
    private static let lasting = [
        "setting": "a fixed number of rows", "tenant": "the administrator's", "application": "the administrator's",
        "signing_key": "the administrator's", "user": "the administrator's, and one for each guest",
        "lockout": "one for each user", "user_factor": "one for each user",
        "consent": "one for each user, app and API", "file": "a hundred for each user",
        "directory_object": "the administrator's", "device": "a quota for each user",
        "app_enrollment": "needs a user's token", "sign_in": "its age, its rows and its bytes",
        "sign_in_removed": "one row", "deleted_item": "its age: 30 days", "migration": "the release's",
    ]

    @Test("Every table is bounded, by the expiry of its rows or otherwise")
    func everyTable() async throws {
        let server = try await PostgreSQLServer()
        _ = try await PostgreSQLIdPStore.open(try server.address())
        let names = try await server.execute(
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'keyfob_idp'")
        let expiring = Dictionary(uniqueKeysWithValues: ExpiringTable.all.map { ($0.name, $0) })
        for name in names {
            #expect((expiring[name] != nil) != (Self.lasting[name] != nil), "\(name): state its bound")
            let columns = try await server.execute(
                """
                SELECT column_name::text FROM information_schema.columns
                WHERE table_schema = 'keyfob_idp' AND table_name = '\(name)'
                """)
            if let known = expiring[name] {
                #expect(columns.contains(known.key) && columns.contains(known.moment))
            } else {
                #expect(!columns.contains { $0.hasPrefix("expires") }, "\(name) has rows that expire")
            }
        }
        #expect(Set(names) == Set(expiring.keys).union(Self.lasting.keys))
        await server.remove()
    }
}

extension StoredTable {
    /// The columns of all tables, each as `table.column`.
    fileprivate static var allColumns: Set<String> {
        Set(
            all.flatMap { table in
                (table.columns.map(\.name) + (table.isOrdered ? ["position"] : [])).map { "\(table.name).\($0)" }
            })
    }
}
#endif
