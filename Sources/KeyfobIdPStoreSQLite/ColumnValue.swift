import KeyfobSQLite

/// A type whose values are bound to statements and read from rows.
protocol ColumnValue {
    func bind(to statement: PreparedStatement, at index: Int32) throws
    /// The value in a column; nil for NULL.
    static func read(_ row: StatementRow, _ column: Int) -> Self?
    /// What a column contains that must not be NULL, but is in a database that another program has changed.
    static var absent: Self { get }
}

extension StatementRow {
    /// The value in a column that is never NULL.
    subscript<Value: ColumnValue>(column: Int) -> Value { Value.read(self, column) ?? Value.absent }

    /// The value in a column; nil for NULL.
    subscript<Value: ColumnValue>(column: Int) -> Value? { Value.read(self, column) }
}

extension String: ColumnValue {
    func bind(to statement: PreparedStatement, at index: Int32) throws { try statement.bind(self, at: index) }
    static func read(_ row: StatementRow, _ column: Int) -> String? { row.text(column) }
    static var absent: String { "" }
}

extension Int64: ColumnValue {
    func bind(to statement: PreparedStatement, at index: Int32) throws { try statement.bind(self, at: index) }
    static func read(_ row: StatementRow, _ column: Int) -> Int64? { row.integer(column) }
    static var absent: Int64 { 0 }
}

extension Int: ColumnValue {
    func bind(to statement: PreparedStatement, at index: Int32) throws { try statement.bind(Int64(self), at: index) }
    static func read(_ row: StatementRow, _ column: Int) -> Int? { row.integer(column).map { Int(clamping: $0) } }
    static var absent: Int { 0 }
}

extension Bool: ColumnValue {
    func bind(to statement: PreparedStatement, at index: Int32) throws {
        try statement.bind(self ? 1 as Int64 : 0, at: index)
    }
    static func read(_ row: StatementRow, _ column: Int) -> Bool? { row.integer(column).map { $0 != 0 } }
    static var absent: Bool { false }
}

extension [UInt8]: ColumnValue {
    func bind(to statement: PreparedStatement, at index: Int32) throws { try statement.bind(self, at: index) }
    static func read(_ row: StatementRow, _ column: Int) -> [UInt8]? { row.bytes(column) }
    static var absent: [UInt8] { [] }
}
