#if PostgreSQL
/// A value that a statement can take, in PostgreSQL's binary format.
package protocol PostgreSQLParameter {
    /// Appends the binary form.
    func append(to bytes: inout [UInt8])
}

extension Int64: PostgreSQLParameter {
    /// A `BIGINT`.
    package func append(to bytes: inout [UInt8]) {
        withUnsafeBytes(of: bigEndian) { bytes.append(contentsOf: $0) }
    }
}

extension Int: PostgreSQLParameter {
    /// A `BIGINT`.
    package func append(to bytes: inout [UInt8]) { Int64(self).append(to: &bytes) }
}

extension Bool: PostgreSQLParameter {
    /// A `BOOLEAN`.
    package func append(to bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
}

extension String: PostgreSQLParameter {
    /// A `TEXT`.
    package func append(to bytes: inout [UInt8]) { PostgreSQLText.append(self, to: &bytes) }
}

extension [UInt8]: PostgreSQLParameter {
    /// A `BYTEA`.
    package func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: self) }
}
#endif
