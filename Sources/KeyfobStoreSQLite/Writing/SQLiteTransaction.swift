import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobSQLite

/// A transaction on the writer's connection; it records the accounts that it changed.
///
/// Every save reads the entities that belong to no account, and they seldom change. So they come from the process's
/// memory, which the caller, who holds the lock, has checked.
final class SQLiteTransaction: CredentialTransaction {
    private let database: Database
    private let context: StoreContext
    private let seal: StoreSeal
    private var table: EntityTable
    /// The entities that belong to no account, as they were before this transaction; nil if they have not been read.
    private(set) var common: AccountPartition??
    private(set) var touched: Set<String> = []
    /// An error of the transaction that may mean damage, even if its body has caught it.
    private(set) var damage: (any Error)?

    init(_ database: Database, _ context: StoreContext, _ seal: StoreSeal, common: AccountPartition??) {
        self.database = database
        self.context = context
        self.seal = seal
        self.common = common
        table = EntityTable(database)
    }

    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        let home = homeAccountID.identifierInLowerCase
        let isCommon = home.isEmpty && !touched.contains(home)
        if isCommon, let common { return common }
        let partition = try attempt { PartitionReader.partition(home, try table.read(home), seal) }
        if isCommon { common = .some(partition) }
        return partition
    }

    func homeAccountIDs() throws(AuthError) -> [String] { try attempt { try PartitionReader.homeAccountIDs(database) } }

    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {
        try attempt { try PartitionReader.forEachAccount(database, body) }
    }

    func put(_ entity: CredentialEntity) throws(AuthError) {
        let row = EntityRow(entity)
        let sealed = try seal.seal(entity.contents.open(), of: row, random: context.keyring.random)
        touched.insert(row.home)
        try attempt { try table.put(row, sealed, stamp: StoreSeal.stamp(of: sealed)) }
    }

    func delete(_ key: CredentialKey) throws(AuthError) {
        touched.insert(key.homeAccountID)
        try attempt { try table.delete(home: key.homeAccountID, name: key.name) }
    }

    private func attempt<R>(_ body: () throws -> R) throws(AuthError) -> R {
        do {
            return try body()
        } catch {
            if AuthError.maybeDamage(error) || context.file.isSpoilt(error) { damage = error }
            throw .database(error, path: context.file.path)
        }
    }
}
