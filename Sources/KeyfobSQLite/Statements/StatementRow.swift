import GRDBSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The current row of a ``PreparedStatement``, read through SQLite's C interface.
///
/// SQLite converts a value that has an unexpected type.
package struct StatementRow {
    let statement: OpaquePointer

    /// The text in a column; nil for NULL.
    ///
    /// - Parameter known: the likely value; if it is equal, it is returned, and nothing is copied.
    package func text(_ column: Int, likely known: String? = nil) -> String? {
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
    package func integer(_ column: Int) -> Int64? {
        let column = Int32(truncatingIfNeeded: column)
        guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
        return sqlite3_column_int64(statement, column)
    }

    /// The bytes in a column; nil for NULL.
    package func bytes(_ column: Int) -> [UInt8]? {
        let column = Int32(truncatingIfNeeded: column)
        guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    /// The type in which a column's value is stored.
    package func kind(_ column: Int) -> Kind {
        switch sqlite3_column_type(statement, Int32(truncatingIfNeeded: column)) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .bytes
        default: .other
        }
    }

    /// The types of stored values.
    package enum Kind: Sendable {
        case null, integer, text, bytes
        /// A number that is no integer.
        case other
    }
}
