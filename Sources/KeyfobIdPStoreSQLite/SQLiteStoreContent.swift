import Foundation
import GRDB
import KeyfobCore
package import KeyfobIdPModel
import KeyfobSQLite

/// Everything in a SQLite database, for a move to another store.
package struct SQLiteStoreContent: StoreContent {
    private let transaction: SQLiteTransaction
    private var database: Database { transaction.database }

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
        func value<Value: DatabaseValueConvertible>(_ name: String) throws -> Value {
            let row = try transaction.row("SELECT value FROM setting WHERE name = ?", [name])
            guard let value = row.flatMap({ Value.fromDatabaseValue($0[0]) }) else {
                throw SQLiteTransaction.UnreadableRow()
            }
            return value
        }
        return StoredSettings(
            directoryVersion: try value("directory_version"), clockOffset: try value("clock_offset"),
            forcedErrors: try value("forced_errors"))
    }

    package func write(_ settings: StoredSettings) throws {
        let values: [(String, any DatabaseValueConvertible)] = [
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
        let cursor = try Row.fetchCursor(
            database.cachedStatement(sql: "SELECT \(names) FROM \"\(table.name)\"\(order)"))
        while let row = try cursor.next() {
            try body(zip(table.columns, row.databaseValues).map { try Self.value($1, $0.kind) })
        }
    }

    package func add(_ row: [StoredValue], to table: StoredTable) throws {
        let names = table.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let places = table.columns.map { _ in "?" }.joined(separator: ", ")
        try transaction.run(
            "INSERT INTO \"\(table.name)\" (\(names)) VALUES (\(places))", StatementArguments(row.map(Self.argument)))
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

    private static func value(_ value: DatabaseValue, _ kind: StoredTable.Column.Kind) throws -> StoredValue {
        switch (value.storage, kind) {
        case (.null, _): return .null
        case (.int64(let number), .integer): return .integer(number)
        case (.int64(let number), .boolean): return .boolean(number != 0)
        case (.string(let text), .text): return .text(text)
        case (.blob(let data), .bytes): return .bytes(Array(data))
        default: throw SQLiteTransaction.UnreadableRow()
        }
    }

    private static func argument(_ value: StoredValue) -> (any DatabaseValueConvertible)? {
        switch value {
        case .null: nil
        case .integer(let number): number
        case .text(let text): text
        case .bytes(let bytes): Data(bytes)
        case .boolean(let isTrue): isTrue
        }
    }
}
