#if PostgreSQL
import Foundation
import KeyfobIdPModel
import KeyfobPostgreSQL

/// The ports inside one transaction. Every statement is prepared once per connection.
struct PostgreSQLTransaction: IdPTransaction {
    let connection: PostgreSQLConnection
    let rest = TransactionRest()

    /// Where pages of the sign-in log ended.
    let marks: LogMarks?

    /// Where the settled part of the sign-in log ends, if that was read before the transaction.
    let horizon: LogHorizon?

    init(_ connection: PostgreSQLConnection, _ marks: LogMarks? = nil, _ horizon: LogHorizon? = nil) {
        self.connection = connection
        self.marks = marks
        self.horizon = horizon
    }

    @discardableResult
    func run(_ sql: String, _ parameters: [(any PostgreSQLParameter)?] = []) throws -> PostgreSQLResult {
        try connection.run(sql, parameters)
    }

    func row(_ sql: String, _ parameters: [(any PostgreSQLParameter)?] = []) throws -> PostgreSQLRow? {
        let result = try connection.run(sql, parameters)
        return result.count > 0 ? result[0] : nil
    }

    func rows<Element>(
        _ sql: String, _ parameters: [(any PostgreSQLParameter)?] = [], _ element: (PostgreSQLRow) throws -> Element
    ) throws -> [Element] {
        let result = try connection.run(sql, parameters)
        return try (0..<result.count).map { try element(result[$0]) }
    }

    /// Raises the version of the directory, so that every node on this database discards what it derived from it.
    func raiseDirectoryVersion() throws {
        try run("UPDATE setting SET number = number + 1 WHERE name = 'directory_version'")
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
            throw PostgreSQLError(.unreadable)
        }
    }
}
#endif
