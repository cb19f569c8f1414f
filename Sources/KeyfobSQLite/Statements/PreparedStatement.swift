package import GRDB
import GRDBSQLite

/// A prepared statement that uses SQLite's C interface: reading a partition, or a refresh grant, takes a dozen of them,
/// and GRDB's arguments and rows would cost more than everything else. A text keeps its whole length, with any U+0000.
///
/// Valid as long as the connection, and only where the connection is used. The connection has no observers, so GRDB
/// does not have to track these statements.
package struct PreparedStatement {
    private let statement: OpaquePointer
    private let database: Database

    /// Prepares a statement, once for each connection.
    package init(_ sql: String, _ database: Database) throws {
        statement = try database.cachedStatement(sql: sql).sqliteStatement
        self.database = database
        sqlite3_reset(statement)
    }

    /// Binds a text, which is copied, or NULL.
    package func bind(_ text: String?, at index: Int32) throws {
        guard var text else { return try check(sqlite3_bind_null(statement, index)) }
        let result = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else {
                    return sqlite3_bind_text(statement, index, "", 0, Self.copied)
                }
                return sqlite3_bind_text(statement, index, start, Int32(clamping: bytes.count), Self.copied)
            }
        }
        try check(result)
    }

    /// Binds a number, or NULL.
    package func bind(_ number: Int64?, at index: Int32) throws {
        guard let number else { return try check(sqlite3_bind_null(statement, index)) }
        try check(sqlite3_bind_int64(statement, index, number))
    }

    /// Binds bytes, which are copied.
    package func bind(_ bytes: [UInt8], at index: Int32) throws {
        let result = bytes.withUnsafeBytes { bytes in
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : sqlite3_bind_blob(statement, index, bytes.baseAddress, Int32(clamping: bytes.count), Self.copied)
        }
        try check(result)
    }

    /// Runs a statement that returns no rows.
    package func run() throws { try forEach { _ in } }

    /// Steps through the rows, and passes each to `body` while it is valid. Then clears the bindings.
    ///
    /// - Throws: GRDB's `DatabaseError`, and the errors of `body`.
    package func forEach(_ body: (StatementRow) throws -> Void) throws {
        try step { row in
            try body(row)
            return true
        }
    }

    /// Does the same, until `body` returns false.
    package func step(while body: (StatementRow) throws -> Bool) throws {
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        while true {
            let result = sqlite3_step(statement)
            guard result != SQLITE_DONE else { return }
            guard result == SQLITE_ROW else { return try check(result) }
            guard try body(StatementRow(statement: statement)) else { return }
        }
    }

    /// The first column of the first row; nil if there is no row, or for NULL.
    package func number() throws -> Int64? {
        var number: Int64?
        try forEach { row in number = number ?? row.integer(0) }
        return number
    }

    private func check(_ result: Int32) throws {
        guard result != SQLITE_OK else { return }
        let message = sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) }
        throw DatabaseError(resultCode: ResultCode(rawValue: result), message: message)
    }

    /// Makes SQLite copy bound values (`SQLITE_TRANSIENT`, a macro that is not imported).
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
