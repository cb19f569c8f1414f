import Foundation
import GRDB
import KeyfobIdPModel

/// The ports inside one transaction. Every statement is prepared once per connection.
struct SQLiteTransaction: IdPTransaction {
    let database: Database

    /// A row that this version cannot read because another program has written it.
    struct UnreadableRow: Error {}

    /// Whether an error is the store's, and not the body's.
    static func isForeign(_ error: any Error) -> Bool { error is DatabaseError || error is UnreadableRow }

    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
    }

    func rows<Element>(
        _ sql: String, _ arguments: StatementArguments = [], _ element: (Row) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        let cursor = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        while let row = try cursor.next() { elements.append(try element(row)) }
        return elements
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
