import Foundation
import GRDB
import KeyfobIdPModel
import KeyfobSQLite

/// The ports inside one transaction. Every statement is prepared once per connection.
struct SQLiteTransaction: IdPTransaction {
    let database: Database

    /// A row that this version cannot read because another program has written it.
    struct UnreadableRow: Error {}

    /// Whether an error is the store's, and not the body's.
    static func isForeign(_ error: any Error) -> Bool { error is DatabaseError || error is UnreadableRow }

    /// Runs a statement that returns no rows.
    func run(_ sql: String, _ arguments: [(any ColumnValue)?] = []) throws { try statement(sql, arguments).run() }

    /// The first row, as an element.
    func row<Element>(
        _ sql: String, _ arguments: [(any ColumnValue)?] = [], _ element: (StatementRow) throws -> Element
    ) throws -> Element? {
        var found: Element?
        try statement(sql, arguments).forEach { row in if found == nil { found = try element(row) } }
        return found
    }

    /// All rows, as elements.
    func rows<Element>(
        _ sql: String, _ arguments: [(any ColumnValue)?] = [], _ element: (StatementRow) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try statement(sql, arguments).forEach { elements.append(try element($0)) }
        return elements
    }

    /// The value of a setting.
    func setting<Value: ColumnValue>(_ name: String) throws -> Value {
        guard let value = try row("SELECT value FROM setting WHERE name = ?", [name], { $0[0] as Value? }) ?? nil
        else { throw UnreadableRow() }
        return value
    }

    /// A statement with its arguments.
    func statement(_ sql: String, _ arguments: [(any ColumnValue)?] = []) throws -> PreparedStatement {
        let statement = try PreparedStatement(sql, database)
        // By index: an iterator would copy each argument.
        for index in arguments.indices {
            let place = Int32(index) + 1
            try arguments[index]?.bind(to: statement, at: place) ?? statement.bind(nil as Int64?, at: place)
        }
        return statement
    }

    /// Raises the version of the directory, so that every provider on this database discards what it derived from it.
    func raiseDirectoryVersion() throws {
        try run("UPDATE setting SET value = value + 1 WHERE name = 'directory_version'")
    }
}

/// Values that are stored as a whole, as JSON.
enum Document {
    static func text(of value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ text: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw SQLiteTransaction.UnreadableRow()
        }
    }
}
