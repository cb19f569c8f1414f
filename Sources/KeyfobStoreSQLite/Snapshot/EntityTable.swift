import GRDB
import KeyfobSQLite

/// Writes rows of entities, with their sealed contents and their accounts, in one transaction.
///
/// The ids of a row are known if its account was read in the same transaction, as all rules do before they write; else
/// they are looked up.
struct EntityTable {
    /// An existing row.
    private struct Known {
        let name: String
        /// Its members; nil if they were not read.
        let row: EntityRow?
        /// The id of its sealed contents; nil if another row uses them too.
        let sealed: Int64?
    }

    private let database: Database
    /// The ids of accounts that were looked up; deleted accounts are removed.
    private var accounts: [String: Int64] = [:]
    /// The rows of accounts that were read. They are few and have long names, so comparing costs less than hashing.
    private var rows: [String: [Known]] = [:]

    init(_ database: Database) { self.database = database }

    /// Reads an account's rows, and remembers their ids.
    mutating func read(_ home: String) throws -> [PartitionReader.Found] {
        var account: Int64?
        var known: [Known] = []
        known.reserveCapacity(8)
        let found = try PartitionReader.rows(home, database) { number, sealed, row in
            account = number
            known.append(Known(name: row.name, row: row, sealed: sealed))
        }.found
        if let account { accounts[home] = account }
        rows[home] = known
        return found
    }

    /// Writes a row, and replaces the row with the same account and name.
    ///
    /// - Parameter stamp: a number that the row never had, by which readers distinguish it from its predecessor.
    mutating func put(_ row: EntityRow, _ sealed: [UInt8], stamp: Int64) throws {
        let account = try number(of: row.home) ?? add(row.home)
        let known = try known(account, row)
        let sealedID = try replaceSealed(known?.sealed, sealed)
        if sealedID == known?.sealed, let old = known?.row, old.says(row) {
            try updateStamp(account, row.name, stamp)
        } else {
            try write(account, row, sealedID, stamp)
        }
        let now = Known(name: row.name, row: row, sealed: sealedID)
        if let index = rows[row.home]?.firstIndex(where: { $0.name == row.name }) {
            rows[row.home]?[index] = now
        } else {
            rows[row.home]?.append(now)
        }
    }

    /// Deletes a row, and its account if that was the last.
    mutating func delete(home: String, name: String) throws {
        guard let account = try number(of: home) else { return }
        rows[home]?.removeAll { $0.name == name }
        for sql in [
            "DELETE FROM sealed WHERE id = (SELECT sealed FROM entity WHERE account = ?1 AND name = ?2)",
            "DELETE FROM entity WHERE account = ?1 AND name = ?2",
        ] {
            let statement = try PreparedStatement(sql, database)
            try statement.bind(account, at: 1)
            try statement.bind(name, at: 2)
            try statement.run()
        }
        let statement = try PreparedStatement(
            "DELETE FROM account WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entity WHERE account = ?1)", database)
        try statement.bind(account, at: 1)
        try statement.run()
        if database.changesCount > 0 {
            accounts[home] = nil
            rows[home] = nil
        }
    }

    /// The existing row with the same name; nil if there is none.
    private func known(_ account: Int64, _ row: EntityRow) throws -> Known? {
        if let rows = rows[row.home] { return rows.first { $0.name == row.name } }
        let statement = try PreparedStatement(
            """
            SELECT e.sealed, e.stamp, s.content FROM entity e JOIN sealed s ON s.id = e.sealed
            WHERE e.account = ? AND e.name = ?
            """, database)
        try statement.bind(account, at: 1)
        try statement.bind(row.name, at: 2)
        var sealed: Int64?
        try statement.forEach { found in
            if let stamp = found.integer(1), found.bytes(2).map(StoreSeal.stamp) == stamp { sealed = found.integer(0) }
        }
        return Known(name: row.name, row: nil, sealed: sealed)
    }

    /// Writes the sealed contents, over the former contents of the same row if there are any, and returns their id.
    private func replaceSealed(_ known: Int64?, _ sealed: [UInt8]) throws -> Int64 {
        if let known {
            let statement = try PreparedStatement("UPDATE sealed SET content = ? WHERE id = ?", database)
            try statement.bind(sealed, at: 1)
            try statement.bind(known, at: 2)
            try statement.run()
            if database.changesCount > 0 { return known }
        }
        let statement = try PreparedStatement("INSERT INTO sealed (content) VALUES (?)", database)
        try statement.bind(sealed, at: 1)
        try statement.run()
        return database.lastInsertedRowID
    }

    private func updateStamp(_ account: Int64, _ name: String, _ stamp: Int64) throws {
        let statement = try PreparedStatement("UPDATE entity SET stamp = ? WHERE account = ? AND name = ?", database)
        try statement.bind(stamp, at: 1)
        try statement.bind(account, at: 2)
        try statement.bind(name, at: 3)
        try statement.run()
    }

    private func write(_ account: Int64, _ row: EntityRow, _ sealed: Int64, _ stamp: Int64) throws {
        let statement = try PreparedStatement(
            """
            INSERT OR REPLACE INTO entity (account, stamp, sealed, name, kind, environment, client, realm,
                target, type, family, local_account, username, app, claims, cached_at, expires_on,
                extended_expires_on, refresh_on)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, database)
        try statement.bind(account, at: 1)
        try statement.bind(stamp, at: 2)
        try statement.bind(sealed, at: 3)
        try row.bind(to: statement, from: 4)
        try statement.run()
    }

    private mutating func number(of home: String) throws -> Int64? {
        if let number = accounts[home] { return number }
        let statement = try PreparedStatement("SELECT id FROM account WHERE home = ?", database)
        try statement.bind(home, at: 1)
        let number = try statement.number()
        accounts[home] = number
        return number
    }

    private mutating func add(_ home: String) throws -> Int64 {
        let statement = try PreparedStatement("INSERT INTO account (home) VALUES (?)", database)
        try statement.bind(home, at: 1)
        try statement.run()
        accounts[home] = database.lastInsertedRowID
        return database.lastInsertedRowID
    }
}
