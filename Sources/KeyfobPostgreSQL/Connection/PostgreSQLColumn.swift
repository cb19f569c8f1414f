#if PostgreSQL
/// A value that a column contains, in PostgreSQL's binary format.
package protocol PostgreSQLColumn {
    /// Reads the binary form; nil if it is of another type.
    init?(column bytes: UnsafeRawBufferPointer)
}

extension Int64: PostgreSQLColumn {
    /// An integer of any size.
    package init?(column bytes: UnsafeRawBufferPointer) {
        switch bytes.count {
        case 8: self = Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: self = Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        default: return nil
        }
    }
}

extension Int: PostgreSQLColumn {
    /// An integer of any size.
    package init?(column bytes: UnsafeRawBufferPointer) {
        guard let number = Int64(column: bytes) else { return nil }
        self.init(exactly: number)
    }
}

extension Bool: PostgreSQLColumn {
    /// A `BOOLEAN`.
    package init?(column bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 1 else { return nil }
        self = bytes[0] != 0
    }
}

extension String: PostgreSQLColumn {
    /// A `TEXT`.
    package init?(column bytes: UnsafeRawBufferPointer) { self = PostgreSQLText.text(bytes) }
}

extension [UInt8]: PostgreSQLColumn {
    /// A `BYTEA`.
    package init?(column bytes: UnsafeRawBufferPointer) { self.init(bytes) }
}
#endif
