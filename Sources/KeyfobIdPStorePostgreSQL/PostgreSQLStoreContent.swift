#if PostgreSQL
import KeyfobCore
package import KeyfobIdPModel
package import KeyfobPostgreSQL

/// Everything in a PostgreSQL database, for a move to another store.
package struct PostgreSQLStoreContent: StoreContent {
    private let transaction: PostgreSQLTransaction
    private var connection: PostgreSQLConnection { transaction.connection }

    /// Connects, creates or migrates the tables, and runs a body on them in one transaction; it is rolled back if the
    /// body throws. No provider uses the database meanwhile: their connections hold a lock that this one excludes.
    ///
    /// It blocks the thread.
    ///
    /// - Throws: the body's error; ``AuthError`` with code `storeUnavailable`, also if a provider uses the database.
    package static func open<Value>(
        _ address: PostgreSQLAddress, _ body: (PostgreSQLStoreContent) throws -> Value
    ) throws -> Value {
        do {
            let connection = try PostgreSQLConnection(address, setup: "")
            let locked = try connection.run("SELECT pg_try_advisory_lock($1)", [PostgreSQLIdPSchema.useLock])
            guard try locked[0][0] as Bool else {
                throw AuthError(
                    .storeUnavailable, origin: .store, message: "An identity provider uses the database \(address).",
                    remedy: "Stop every provider that uses it, and try again.")
            }
            try connection.script(PostgreSQLIdPSchema.settings)
            try connection.script("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
            try PostgreSQLIdPSchema.schema.migrate(connection, address)
            let adopting = PostgreSQLTransaction(connection)
            try connection.transaction { _ in try adopting.adoptRestoredLog() }
            return try connection.transaction("REPEATABLE READ") { connection in
                try body(PostgreSQLStoreContent(transaction: PostgreSQLTransaction(connection)))
            }
        } catch let error as PostgreSQLError {
            throw AuthError.postgreSQL(error, address)
        }
    }

    package func settings() throws -> StoredSettings {
        guard let row = try transaction.row("SELECT document FROM setting WHERE name = 'forced_errors'") else {
            throw PostgreSQLError(.unreadable)
        }
        return StoredSettings(
            directoryVersion: try transaction.directoryVersion(), clockOffset: try transaction.clockOffset(),
            forcedErrors: try row[0])
    }

    package func write(_ settings: StoredSettings) throws {
        let numbers = [("directory_version", settings.directoryVersion), ("clock_offset", settings.clockOffset)]
        for (name, number) in numbers {
            try transaction.run("UPDATE setting SET number = $1 WHERE name = $2", [number, name])
        }
        try transaction.run(
            "UPDATE setting SET document = $1 WHERE name = 'forced_errors'", [settings.forcedErrors])
    }

    package func rows(of table: StoredTable, _ body: ([StoredValue]) throws -> Void) throws {
        let names = table.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let order = table.isOrdered ? " ORDER BY position" : ""
        try eachRow(of: table.name, "SELECT \(names) FROM \"\(table.name)\"\(order)") { row in
            try body(table.columns.indices.map { try Self.value(row, $0, table.columns[$0].kind) })
        }
    }

    package func add(_ row: [StoredValue], to table: StoredTable) throws {
        let names = table.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let places = row.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        try transaction.run(
            "INSERT INTO \"\(table.name)\" (\(names)) VALUES (\(places))", row.map(Self.parameter))
    }

    package func log(_ body: (SignInLogEntry) throws -> Void) throws {
        var number: Int64 = try transaction.removedEntries()
        try eachRow(
            of: "sign_in",
            "SELECT \(PostgreSQLTransaction.logColumns) FROM sign_in ORDER BY transaction_id, position"
        ) { row in
            number += 1
            try body(try PostgreSQLTransaction.entry(row, sequence: number))
        }
    }

    package func add(_ entry: SignInLogEntry) throws {
        // The number of a reader is the rank of the entry, counted from the first one that ever was.
        if try transaction.row("SELECT 1 FROM sign_in LIMIT 1") == nil {
            try transaction.run("UPDATE sign_in_removed SET entries = $1", [entry.sequence - 1])
        }
        try transaction.append([entry])
    }

    /// Reads rows a thousand at a time.
    private func eachRow(of table: String, _ sql: String, _ body: (PostgreSQLRow) throws -> Void) throws {
        let cursor = "\(table)_rows"
        try connection.script("DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)")
        while true {
            // Not a script: its rows would be in the text format.
            let page = try connection.run("FETCH 1000 FROM \(cursor)")
            for index in 0..<page.count { try body(page[index]) }
            if page.count == 0 { break }
        }
        try connection.script("CLOSE \(cursor)")
    }

    private static func value(
        _ row: PostgreSQLRow, _ column: Int, _ kind: StoredTable.Column.Kind
    ) throws -> StoredValue {
        switch kind {
        case .integer: try (row[column] as Int64?).map { .integer($0) } ?? .null
        case .text: try (row[column] as String?).map { .text($0) } ?? .null
        case .bytes: try (row[column] as [UInt8]?).map { .bytes($0) } ?? .null
        case .boolean: try (row[column] as Bool?).map { .boolean($0) } ?? .null
        }
    }

    private static func parameter(_ value: StoredValue) -> (any PostgreSQLParameter)? {
        switch value {
        case .null: nil
        case .integer(let number): number
        case .text(let text): text
        case .bytes(let bytes): bytes
        case .boolean(let isTrue): isTrue
        }
    }
}
#endif
