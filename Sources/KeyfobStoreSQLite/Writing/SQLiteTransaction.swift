import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobSQLite

/// A transaction on the writer's connection; it notes which accounts it touched.
final class SQLiteTransaction: CredentialTransaction {
    private let database: Database
    private let context: StoreContext
    private let seal: StoreSeal
    private(set) var touched: Set<String> = []

    init(_ database: Database, _ context: StoreContext, _ seal: StoreSeal) {
        self.database = database
        self.context = context
        self.seal = seal
    }

    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        let home = homeAccountID.lowercased()
        return try attempt {
            PartitionReader.partition(home, try PartitionReader.rows(home, database).found, seal)
        }
    }

    func homeAccountIDs() throws(AuthError) -> [String] { try attempt { try PartitionReader.homeAccountIDs(database) } }

    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {
        try attempt { try PartitionReader.forEachAccount(database, body) }
    }

    func put(_ entity: CredentialEntity) throws(AuthError) {
        let row = EntityRow(entity)
        let sealed = try seal.seal(entity.contents.open(), of: row, random: context.keyring.random)
        touched.insert(row.home)
        try attempt {
            let account = try accountNumber(row.home)
            try deleteSealed(account, row.name)
            var sealedID: Int64?
            if let sealed {
                try database.cachedStatement(sql: "INSERT INTO sealed (content) VALUES (?)")
                    .execute(arguments: [sealed.databaseBytes])
                sealedID = database.lastInsertedRowID
            }
            let stamp = Int64(bitPattern: context.keyring.random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) })
            try database.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO entity (account, stamp, sealed, name, kind, environment, client, realm,
                        target, type, family, local_account, username, app, claims, cached_at, expires_on,
                        extended_expires_on, refresh_on)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: StatementArguments([account, stamp, sealedID] + row.values))
        }
    }

    func delete(_ key: CredentialKey) throws(AuthError) {
        touched.insert(key.homeAccountID)
        try attempt {
            let known = try database.cachedStatement(sql: "SELECT id FROM account WHERE home = ?")
            guard let account = try Int64.fetchOne(known, arguments: [key.homeAccountID]) else { return }
            try deleteSealed(account, key.name)
            try database.cachedStatement(sql: "DELETE FROM entity WHERE account = ? AND name = ?")
                .execute(arguments: [account, key.name])
            try database.cachedStatement(
                sql: "DELETE FROM account WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entity WHERE account = ?1)"
            ).execute(arguments: [account])
        }
    }

    private func deleteSealed(_ account: Int64, _ name: String) throws {
        try database.cachedStatement(
            sql: "DELETE FROM sealed WHERE id = (SELECT sealed FROM entity WHERE account = ? AND name = ?)"
        ).execute(arguments: [account, name])
    }

    private func accountNumber(_ home: String) throws -> Int64 {
        let known = try database.cachedStatement(sql: "SELECT id FROM account WHERE home = ?")
        if let number = try Int64.fetchOne(known, arguments: [home]) { return number }
        try database.cachedStatement(sql: "INSERT INTO account (home) VALUES (?)").execute(arguments: [home])
        return database.lastInsertedRowID
    }

    private func attempt<R>(_ body: () throws -> R) throws(AuthError) -> R {
        do { return try body() } catch { throw .database(error, path: context.file.path) }
    }
}
