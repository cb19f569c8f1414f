#if PostgreSQL
import CLibPQ

/// The rows that a statement returned, in the memory that libpq has filled.
package final class PostgreSQLResult {
    private let pointer: OpaquePointer

    /// Takes over a result.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { PQclear(pointer) }

    /// The number of rows.
    package var count: Int { Int(PQntuples(pointer)) }
    /// The number of rows that the statement wrote.
    package var changes: Int { PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } ?? 0 }
    /// The completed command, such as `COMMIT`.
    var command: String { PQcmdStatus(pointer).map { String(cString: $0) } ?? "" }

    /// One row.
    package subscript(row: Int) -> PostgreSQLRow { PostgreSQLRow(result: self, index: Int32(clamping: row)) }

    /// The bytes of a value; nil for NULL.
    fileprivate func bytes(_ row: Int32, _ column: Int) -> UnsafeRawBufferPointer? {
        let column = Int32(clamping: column)
        guard PQgetisnull(pointer, row, column) == 0, let value = PQgetvalue(pointer, row, column) else { return nil }
        return UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(pointer, row, column)))
    }
}

/// One row of a result.
package struct PostgreSQLRow {
    fileprivate let result: PostgreSQLResult
    fileprivate let index: Int32

    /// A value that is not NULL.
    ///
    /// - Throws: ``PostgreSQLError`` of kind `unreadable` if it is NULL or of another type.
    package subscript<Value: PostgreSQLColumn>(column: Int) -> Value {
        get throws(PostgreSQLError) {
            guard let value = result.bytes(index, column).flatMap(Value.init(column:)) else {
                throw PostgreSQLError(.unreadable)
            }
            return value
        }
    }

    /// A value, or nil for NULL.
    ///
    /// - Throws: ``PostgreSQLError`` of kind `unreadable` if it is of another type.
    package subscript<Value: PostgreSQLColumn>(column: Int) -> Value? {
        get throws(PostgreSQLError) {
            guard let bytes = result.bytes(index, column) else { return nil }
            guard let value = Value(column: bytes) else { throw PostgreSQLError(.unreadable) }
            return value
        }
    }
}
#endif
