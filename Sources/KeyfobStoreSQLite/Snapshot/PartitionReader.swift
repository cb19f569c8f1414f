import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobSQLite

/// Reads partitions and summaries from a connection, each with one statement, so that each is consistent.
struct PartitionReader {
    private static let partitionSQL = """
        SELECT e.stamp, s.content, \(EntityRow.columns), e.account, e.sealed
        FROM account a JOIN entity e ON e.account = a.id LEFT JOIN sealed s ON s.id = e.sealed
        WHERE a.home = ?
        """
    /// The first column of the account's id and the id of the sealed contents; only writers need them.
    private static let numbers = 18

    private static let summarySQL = """
        SELECT a.home, e.kind, e.environment, e.realm, e.local_account, e.username, e.client, e.family, e.app, e.type
        FROM account a JOIN entity e ON e.account = a.id
        WHERE a.home <> '' AND e.kind IN ('Account', 'RefreshToken', 'SignInState')
        ORDER BY a.id
        """

    /// An entity's row with its sealed contents.
    struct Found: Sendable {
        let row: EntityRow
        let sealed: [UInt8]?
    }

    /// The rows of an account, in the order of their names, and their stamps.
    ///
    /// - Parameter places: is called with the account's id and, for each row, the id of its sealed contents if no other
    ///   row uses them: in a damaged database several rows may, and overwriting them would affect the others.
    static func rows(
        _ homeAccountID: String, _ database: Database, places: ((Int64, Int64?, EntityRow) -> Void)? = nil
    ) throws -> (found: [Found], stamps: [Int64]) {
        let statement = try PreparedStatement(partitionSQL, database)
        var found: [Found] = []
        var stamps: [Int64] = []
        found.reserveCapacity(8)
        stamps.reserveCapacity(8)
        try statement.bind(homeAccountID, at: 1)
        try statement.forEach { row in
            let stamp = row.integer(0) ?? 0
            stamps.append(stamp)
            let sealed = row.bytes(1)
            // Signing in again would not fix this: in a torn table a new row is not found either.
            if sealed == nil, row.integer(numbers + 1) != nil {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the sealed contents of a row are missing")
            }
            let entity = EntityRow(home: homeAccountID, row, first: 2, neighbour: found.last?.row)
            found.append(Found(row: entity, sealed: sealed))
            if let places, let account = row.integer(numbers) {
                let isOwn = sealed.map { StoreSeal.stamp(of: $0) == stamp } ?? false
                places(account, isOwn ? row.integer(numbers + 1) : nil, entity)
            }
        }
        return (found, stamps)
    }

    /// The partition of the rows; nil if there are none. Unseals nothing yet.
    static func partition(_ homeAccountID: String, _ found: [Found], _ seal: StoreSeal) -> AccountPartition? {
        guard !found.isEmpty else { return nil }
        var entities = AccountEntities()
        for found in found {
            let row = found.row
            let hasSecret = [CredentialKind.accessToken, .refreshToken, .idToken].contains { $0.rawValue == row.kind }
            guard hasSecret || found.sealed != nil else {
                // The first version did not seal empty contents.
                entities.add(row.entity(CredentialContents(secret: nil)))
                continue
            }
            // A token without its seal must fail to open, not be empty.
            let sealed = found.sealed ?? []
            let entity = row.entity(CredentialContents { () throws(AuthError) in try seal.open(sealed, of: row) })
            // A token with a torn name or member would precede the token that is saved to replace it. A row whose seal
            // opens is kept under any name.
            guard !hasSecret || entity.key.name == row.name || seal.mayOpen(sealed, of: row) else { continue }
            entities.add(entity)
        }
        return AccountPartition(homeAccountID: homeAccountID, entities)
    }

    /// The accounts that have at least one entity.
    static func homeAccountIDs(_ database: Database) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT home FROM account WHERE home <> '' ORDER BY id")
    }

    /// Passes a summary of every account to `body`, without reading sealed rows.
    static func forEachAccount(_ database: Database, _ body: (AccountSummary) -> Void) throws {
        var builder = SummaryBuilder()
        try PreparedStatement(summarySQL, database).forEach { builder.add($0, body) }
        builder.finish(body)
    }
}
