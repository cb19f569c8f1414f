import GRDB

extension EntityRow {
    /// Reads a row that selects ``columns`` from the index `first` on, for where time does not matter.
    ///
    /// A column of another type than it should have is empty, and then the row's seal does not open.
    ///
    /// - Returns: nil if it has no name or no kind.
    convenience init?(home: String, _ row: Row, first: Int) {
        func text(_ column: Int) -> String? { String.fromDatabaseValue(row[first + column]) }
        func number(_ column: Int) -> Int64? { Int64.fromDatabaseValue(row[first + column]) }
        guard let name = text(0), let kind = text(1) else { return nil }
        self.init(
            home: home, name: name, kind: kind, environment: text(2), client: text(3), realm: text(4),
            target: text(5), type: text(6), family: text(7), localAccount: text(8), username: text(9), app: text(10),
            claims: text(11), cachedAt: number(12), expiresOn: number(13), extendedExpiresOn: number(14),
            refreshOn: number(15))
    }
}
