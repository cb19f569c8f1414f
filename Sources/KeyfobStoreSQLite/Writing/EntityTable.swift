import GRDB

/// Writing rows of entities, with what is sealed of them and the account that they belong to.
enum EntityTable {
    /// Writes a row in place of the one that has the same account and name.
    ///
    /// - Parameter stamp: a number that the row never had, by which readers tell it from its predecessor.
    static func put(_ row: EntityRow, _ sealed: [UInt8], stamp: Int64, _ database: Database) throws {
        let account = try accountNumber(row.home, database)
        try deleteSealed(account, row.name, database)
        try database.cachedStatement(sql: "INSERT INTO sealed (content) VALUES (?)")
            .execute(arguments: [sealed.databaseBytes])
        let sealedID = database.lastInsertedRowID
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
    static func delete(home: String, name: String, _ database: Database) throws {
        let known = try database.cachedStatement(sql: "SELECT id FROM account WHERE home = ?")
        guard let account = try Int64.fetchOne(known, arguments: [home]) else { return }
        try deleteSealed(account, name, database)
        try database.cachedStatement(sql: "DELETE FROM entity WHERE account = ? AND name = ?")
            .execute(arguments: [account, name])
        try database.cachedStatement(
            sql: "DELETE FROM account WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entity WHERE account = ?1)"
        ).execute(arguments: [account])
    }

    private static func deleteSealed(_ account: Int64, _ name: String, _ database: Database) throws {
        try database.cachedStatement(
            sql: "DELETE FROM sealed WHERE id = (SELECT sealed FROM entity WHERE account = ? AND name = ?)"
        ).execute(arguments: [account, name])
    }

    private static func accountNumber(_ home: String, _ database: Database) throws -> Int64 {
        let known = try database.cachedStatement(sql: "SELECT id FROM account WHERE home = ?")
        if let number = try Int64.fetchOne(known, arguments: [home]) { return number }
        try database.cachedStatement(sql: "INSERT INTO account (home) VALUES (?)").execute(arguments: [home])
        return database.lastInsertedRowID
    }
}
