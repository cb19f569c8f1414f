/// The whole content of a store, for moving it to a store of another kind. Every call blocks its thread.
package protocol StoreContent {
    /// The version of the directory, the clock's offset and the forced errors.
    func settings() throws -> StoredSettings
    /// Reads the rows of a table, in their order, with the columns in the table's order.
    func rows(of table: StoredTable, _ body: ([StoredValue]) throws -> Void) throws
    /// Reads the sign-in log, oldest entry first, each with its sequence number.
    func log(_ body: (SignInLogEntry) throws -> Void) throws

    /// Replaces the settings.
    func write(_ settings: StoredSettings) throws
    /// Adds a row to a table.
    func add(_ row: [StoredValue], to table: StoredTable) throws
    /// Adds an entry of the sign-in log, oldest first, with its sequence number.
    func add(_ entry: SignInLogEntry) throws
}

/// The settings of a store.
package struct StoredSettings: Sendable, Hashable {
    /// The version of the directory.
    package var directoryVersion: Int64
    /// The seconds by which the provider's clock is ahead.
    package var clockOffset: Int64
    /// The forced errors, as JSON.
    package var forcedErrors: String

    /// Makes settings.
    package init(directoryVersion: Int64, clockOffset: Int64, forcedErrors: String) {
        self.directoryVersion = directoryVersion
        self.clockOffset = clockOffset
        self.forcedErrors = forcedErrors
    }
}

/// The move of everything from one store to another.
package enum StoreMove {
    /// The numbers of rows, by table.
    package typealias Counts = [String: Int]

    /// Why a move is refused or has failed.
    package enum Failure: Error, Hashable {
        /// The target contains rows in that table.
        case targetIsNotEmpty(String)
        /// What was read back of that table is not what was written.
        case isDifferent(String)
    }

    /// Copies everything. The target must be empty; both must be in a transaction that nothing else writes to.
    ///
    /// What was written is read back and compared.
    ///
    /// - Parameter progress: receives a step and the number of rows that it is at, now and then.
    /// - Returns: the numbers of rows, by table.
    /// - Throws: ``Failure``, or an error of a store; then the target's transaction has to be rolled back.
    package static func copy(
        from source: some StoreContent, to target: some StoreContent,
        progress: (_ step: String, _ rows: Int) -> Void = { _, _ in }
    ) throws -> Counts {
        for (table, sum) in try sums(of: target) where sum.count > 0 { throw Failure.targetIsNotEmpty(table) }
        for table in StoredTable.all {
            var count = 0
            try source.rows(of: table) { row in
                if count.isMultiple(of: rowsOfAStep) { progress("Copying \(table.name)", count) }
                count += 1
                try target.add(row, to: table)
            }
        }
        var count = 0
        try source.log { entry in
            if count.isMultiple(of: rowsOfAStep) { progress("Copying the sign-in log", count) }
            count += 1
            try target.add(entry)
        }
        try target.write(try source.settings())
        progress("Comparing what was written", 0)
        let written = try sums(of: source)
        let found = try sums(of: target)
        for (table, sum) in written where found[table] != sum { throw Failure.isDifferent(table) }
        guard try target.settings() == source.settings() else { throw Failure.isDifferent("setting") }
        return found.mapValues(\.count)
    }

    private static let rowsOfAStep = 500

    /// The number of a table's rows, and a hash of their content in any order.
    private struct Sum: Equatable {
        var count = 0
        var content = 0

        mutating func add(_ row: some Hashable) {
            count += 1
            content &+= row.hashValue
        }
    }

    private static func sums(of content: some StoreContent) throws -> [String: Sum] {
        var sums: [String: Sum] = [:]
        for table in StoredTable.all {
            var sum = Sum()
            try content.rows(of: table) { sum.add($0) }
            sums[table.name] = sum
        }
        var log = Sum()
        try content.log { log.add($0) }
        sums["sign_in"] = log
        return sums
    }
}
