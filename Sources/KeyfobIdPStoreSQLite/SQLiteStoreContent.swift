import GRDB
import KeyfobCore
package import KeyfobIdPModel
import KeyfobSQLite

/// Everything in a SQLite database, for a move to another store.
package struct SQLiteStoreContent: StoreContent {
    private let transaction: SQLiteTransaction

    /// Opens a database as ``SQLiteIdPStore`` does, and runs a body on it in one transaction; it is rolled back if the
    /// body throws. The caller holds the provider's lock.
    ///
    /// - Throws: the body's error; ``AuthError`` with code `storeUnavailable`.
    package static func open<Value>(
        directory: String, name: String = "idp.sqlite", _ body: (SQLiteStoreContent) throws -> Value
    ) throws -> Value {
        let file = try DatabaseFile(directory: directory, name: name)
        let opened = try file.open(IdPSchema.schema)
        do {
            var value: Value?
            try opened.queue.inTransaction(.immediate) { database in
                value = try body(SQLiteStoreContent(transaction: SQLiteTransaction(database: database)))
                return .commit
            }
            guard let value else { throw SQLiteTransaction.UnreadableRow() }
            return value
        } catch {
            throw SQLiteTransaction.isForeign(error) ? AuthError.database(error, path: file.path) : error
        }
    }

    package func settings() throws -> StoredSettings {
        return StoredSettings(
            directoryVersion: try transaction.setting("directory_version"),
            clockOffset: try transaction.setting("clock_offset"),
            forcedErrors: try transaction.setting("forced_errors"))
    }

    package func write(_ settings: StoredSettings) throws {
        let values: [(String, any ColumnValue)] = [
            ("directory_version", settings.directoryVersion), ("clock_offset", settings.clockOffset),
            ("forced_errors", settings.forcedErrors),
        ]
        for (name, value) in values {
            try transaction.run("UPDATE setting SET value = ? WHERE name = ?", [value, name])
        }
    }

    package func rows(of table: StoredTable, _ body: ([StoredValue]) throws -> Void) throws {
        let names = table.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let order = table.isOrdered ? " ORDER BY position" : ""
        try transaction.statement("SELECT \(names) FROM \"\(table.name)\"\(order)").forEach { row in
            try body(table.columns.enumerated().map { try Self.value(of: row, $0, $1.kind) })
        }
    }

    package func add(_ row: [StoredValue], to table: StoredTable) throws {
        let names = table.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let places = table.columns.map { _ in "?" }.joined(separator: ", ")
        try transaction.run(
            "INSERT INTO \"\(table.name)\" (\(names)) VALUES (\(places))", row.map(Self.argument))
    }

    package func log(_ body: (SignInLogEntry) throws -> Void) throws {
        var last: Int64 = 0
        while true {
            let page = try transaction.signIns(after: last, limit: 1000)
            for entry in page { try body(entry) }
            guard let next = page.last?.sequence else { return }
            last = next
        }
    }

    package func add(_ entry: SignInLogEntry) throws {
        try transaction.append([entry])
        // The numbers of readers go on.
        try transaction.run(
            "UPDATE sign_in SET sequence = ? WHERE sequence = (SELECT max(sequence) FROM sign_in)", [entry.sequence])
    }

    private static func value(
        of row: StatementRow, _ column: Int, _ kind: StoredTable.Column.Kind
    ) throws -> StoredValue {
        switch (row.kind(column), kind) {
        case (.null, _): .null
        case (.integer, .integer): .integer(row[column])
        case (.integer, .boolean): .boolean(row[column])
        case (.text, .text): .text(row[column])
        case (.bytes, .bytes): .bytes(row[column])
        default: throw SQLiteTransaction.UnreadableRow()
        }
    }

    private static func argument(_ value: StoredValue) -> (any ColumnValue)? {
        switch value {
        case .null: nil
        case .integer(let number): number
        case .text(let text): text
        case .bytes(let bytes): bytes
        case .boolean(let isTrue): isTrue
        }
    }
}
