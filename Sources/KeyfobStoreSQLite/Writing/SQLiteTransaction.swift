import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobSQLite

/// A transaction on the writer's connection; it notes which accounts it touched.
final class SQLiteTransaction: CredentialTransaction {
    private let database: Database
    private let context: StoreContext
    private let seal: StoreSeal
    private var table: EntityTable
    private(set) var touched: Set<String> = []

    init(_ database: Database, _ context: StoreContext, _ seal: StoreSeal) {
        self.database = database
        self.context = context
        self.seal = seal
        table = EntityTable(database)
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
        let stamp = Int64(bitPattern: context.keyring.random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) })
        try attempt { try table.put(row, sealed, stamp: stamp) }
    }

    func delete(_ key: CredentialKey) throws(AuthError) {
        touched.insert(key.homeAccountID)
        try attempt { try table.delete(home: key.homeAccountID, name: key.name) }
    }

    private func attempt<R>(_ body: () throws -> R) throws(AuthError) -> R {
        do { return try body() } catch { throw .database(error, path: context.file.path) }
    }
}
