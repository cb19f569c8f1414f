import GRDB
import KeyfobIdPModel
import KeyfobTesting
import Testing

@testable import KeyfobIdPStoreSQLite

@Suite("The tables that move between databases")
struct StoredTableTests {
    @Test("They are those of SQLite, with all their columns, besides the settings and the sign-in log")
    func complete() async throws {
        let home = try TemporaryDirectory("keyfob-stored-tables")
        defer { home.remove() }
        _ = try SQLiteIdPStore(directory: home.path + "/data")
        let database = try DatabaseQueue(path: home.path + "/data/idp.sqlite")
        let found = try await database.read { database in
            try String.fetchSet(
                database,
                sql: """
                    SELECT m.name || '.' || c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c
                    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'
                        AND m.name NOT IN ('setting', 'sign_in', 'grdb_migrations')
                    """)
        }
        #expect(found == StoredTable.allColumns)
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
