import GRDB

/// Writing rows of entities, with what is sealed of them and the accounts that they belong to, in one transaction.
struct EntityTable {
    private let database: Database
    /// The numbers of accounts that were asked for; those of accounts that were deleted since are not there.
    private var accounts: [String: Int64] = [:]

    init(_ database: Database) { self.database = database }

    /// Writes a row in place of the one that has the same account and name.
    ///
    /// - Parameter stamp: a number that the row never had, by which readers tell it from its predecessor.
    mutating func put(_ row: EntityRow, _ sealed: [UInt8], stamp: Int64) throws {
        let account = try number(of: row.home) ?? add(row.home)
        let sealedID = try replaceSealed(account, row.name, sealed)
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO entity (account, stamp, sealed, name, kind, environment, client, realm,
                    target, type, family, local_account, username, app, claims, cached_at, expires_on,
                    extended_expires_on, refresh_on)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: StatementArguments([account, stamp, sealedID] + row.values))
    }

    /// Deletes a row, and its account if that was the last.
    mutating func delete(home: String, name: String) throws {
        guard let account = try number(of: home) else { return }
        try database.cachedStatement(
            sql: "DELETE FROM sealed WHERE id = (SELECT sealed FROM entity WHERE account = ? AND name = ?)"
        ).execute(arguments: [account, name])
        try database.cachedStatement(sql: "DELETE FROM entity WHERE account = ? AND name = ?")
            .execute(arguments: [account, name])
        try database.cachedStatement(
            sql: "DELETE FROM account WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entity WHERE account = ?1)"
        ).execute(arguments: [account])
        if database.changesCount > 0 { accounts[home] = nil }
    }

    /// Writes what is sealed over what was sealed of the same row, if there was something, and returns its number.
    private func replaceSealed(_ account: Int64, _ name: String, _ sealed: [UInt8]) throws -> Int64 {
        let known = try database.cachedStatement(sql: "SELECT sealed FROM entity WHERE account = ? AND name = ?")
        if let id = try Int64.fetchOne(known, arguments: [account, name]) {
            try database.cachedStatement(sql: "UPDATE sealed SET content = ? WHERE id = ?")
                .execute(arguments: [sealed.databaseBytes, id])
            if database.changesCount > 0 { return id }
        }
        try database.cachedStatement(sql: "INSERT INTO sealed (content) VALUES (?)")
            .execute(arguments: [sealed.databaseBytes])
        return database.lastInsertedRowID
    }

    private mutating func number(of home: String) throws -> Int64? {
        if let number = accounts[home] { return number }
        let known = try database.cachedStatement(sql: "SELECT id FROM account WHERE home = ?")
        let number = try Int64.fetchOne(known, arguments: [home])
        accounts[home] = number
        return number
    }

    private mutating func add(_ home: String) throws -> Int64 {
        try database.cachedStatement(sql: "INSERT INTO account (home) VALUES (?)").execute(arguments: [home])
        accounts[home] = database.lastInsertedRowID
        return database.lastInsertedRowID
    }
}
