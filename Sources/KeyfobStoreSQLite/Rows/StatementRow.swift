import GRDB
import GRDBSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The row at which a statement stands, read from SQLite as it is: a partition is read so each time that a silent call
/// finds nothing remembered, and GRDB's row objects cost more than all that is in them.
struct StatementRow {
    private let statement: OpaquePointer

    /// Steps through what `statement` finds for one text, and shows each row while it is valid.
    ///
    /// - Throws: GRDB's `DatabaseError`, and what `body` throws.
    static func forEach(
        _ statement: Statement, in database: Database, for text: String, _ body: (StatementRow) throws -> Void
    ) throws {
        let pointer = statement.sqliteStatement
        var text = text
        try text.withUTF8 { bytes in
            try bytes.withMemoryRebound(to: CChar.self) { characters in
                sqlite3_reset(pointer)
                let length = Int32(clamping: characters.count)
                // Bound without a copy, so it must not outlive this closure.
                defer { sqlite3_clear_bindings(pointer) }
                try check(sqlite3_bind_text(pointer, 1, characters.baseAddress, length, nil), database)
                try forEach(statement, in: database, body)
            }
        }
    }

    /// Steps through what a statement finds that has nothing bound, or has already.
    static func forEach(
        _ statement: Statement, in database: Database, _ body: (StatementRow) throws -> Void
    ) throws {
        let pointer = statement.sqliteStatement
        sqlite3_reset(pointer)
        defer { sqlite3_reset(pointer) }
        while true {
            let result = sqlite3_step(pointer)
            guard result != SQLITE_DONE else { return }
            guard result == SQLITE_ROW else { return try check(result, database) }
            try body(StatementRow(statement: pointer))
        }
    }

    private static func check(_ result: Int32, _ database: Database) throws {
        guard result != SQLITE_OK else { return }
        let message = sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) }
        throw DatabaseError(resultCode: ResultCode(rawValue: result), message: message)
    }

    /// The text in a column; nil for NULL.
    ///
    /// - Parameter known: a string that it is likely to be; if it is, that one is returned, and nothing is copied.
    func text(_ column: Int, likely known: String? = nil) -> String? {
        let column = Int32(truncatingIfNeeded: column)
        guard let start = sqlite3_column_text(statement, column) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        if let known, Self.holds(known, bytes) { return known }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func holds(_ known: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard known.utf8.count == bytes.count else { return false }
        return known.utf8.withContiguousStorageIfAvailable { known in
            guard let one = known.baseAddress, let other = bytes.baseAddress else { return true }
            return memcmp(one, other, bytes.count) == 0
        } ?? false
    }

    /// The number in a column; nil for NULL.
    func integer(_ column: Int) -> Int64? {
        let column = Int32(truncatingIfNeeded: column)
        guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
        return sqlite3_column_int64(statement, column)
    }

    /// The bytes in a column; nil for NULL.
    func bytes(_ column: Int) -> [UInt8]? {
        let column = Int32(truncatingIfNeeded: column)
        guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
}
