import GRDB
import GRDBSQLite

/// A prepared statement, bound and stepped through SQLite's own calls: reading a partition and writing a token response
/// take a dozen of them, and GRDB's arguments and rows cost more than all that is in them.
///
/// Valid as long as the connection, and only where the connection is used. Nobody observes the connection, so GRDB
/// need not know what is performed.
struct StoreStatement {
    private let statement: OpaquePointer
    private let database: Database

    /// Prepares a statement, once a connection.
    init(_ sql: String, _ database: Database) throws {
        statement = try database.cachedStatement(sql: sql).sqliteStatement
        self.database = database
        sqlite3_reset(statement)
    }

    /// Binds a text, or NULL, which is copied.
    func bind(_ text: String?, at index: Int32) throws {
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
    func bind(_ number: Int64?, at index: Int32) throws {
        guard let number else { return try check(sqlite3_bind_null(statement, index)) }
        try check(sqlite3_bind_int64(statement, index, number))
    }

    /// Binds bytes, which are copied.
    func bind(_ bytes: [UInt8], at index: Int32) throws {
        let result = bytes.withUnsafeBytes { bytes in
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : sqlite3_bind_blob(statement, index, bytes.baseAddress, Int32(clamping: bytes.count), Self.copied)
        }
        try check(result)
    }

    /// Performs a statement that finds nothing.
    func run() throws { try forEach { _ in } }

    /// Steps through what the statement finds, and shows each row while it is valid. What is bound is forgotten then.
    ///
    /// - Throws: GRDB's `DatabaseError`, and what `body` throws.
    func forEach(_ body: (StatementRow) throws -> Void) throws {
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        while true {
            let result = sqlite3_step(statement)
            guard result != SQLITE_DONE else { return }
            guard result == SQLITE_ROW else { return try check(result) }
            try body(StatementRow(statement: statement))
        }
    }

    /// What the first column of the first row says; nil if there is no row, or NULL.
    func number() throws -> Int64? {
        var number: Int64?
        try forEach { row in number = number ?? row.integer(0) }
        return number
    }

    private func check(_ result: Int32) throws {
        guard result != SQLITE_OK else { return }
        let message = sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) }
        throw DatabaseError(resultCode: ResultCode(rawValue: result), message: message)
    }

    /// Tells SQLite to copy what is bound (`SQLITE_TRANSIENT`, a macro that is not imported).
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
