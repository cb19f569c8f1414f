import GRDB
import KeyfobCore

/// Seals every row of a database anew, inside the caller's transaction.
///
/// Rows are taken a few hundred at a time, in the order in which they lie.
struct StoreResealing {
    private static let batchSize = 500
    private static let sql = """
        SELECT e.account, e.sealed, s.content, a.home, \(EntityRow.columns)
        FROM entity e JOIN account a ON a.id = e.account JOIN sealed s ON s.id = e.sealed
        WHERE (e.account, e.name) > (?, ?) ORDER BY e.account, e.name LIMIT \(batchSize)
        """

    private struct Found {
        let account: Int64
        let sealed: Int64
        let content: [UInt8]
        let row: EntityRow
    }

    let former: StoreSeal
    let next: StoreSeal
    let random: any RandomSource

    /// Does it.
    ///
    /// Every stamp changes, so that no process takes what it remembers for what is there.
    ///
    /// - Returns: how many were sealed anew, and how many could not be opened and stay as they are.
    func perform(_ database: Database) throws -> (resealed: Int, unreadable: Int) {
        var (resealed, unreadable) = (0, 0)
        var last: (account: Int64, name: String) = (.min, "")
        while true {
            let batch = try batch(after: last, database)
            for found in batch {
                guard let content = try former.reseal(found.content, of: found.row, under: next, random: random) else {
                    unreadable += 1
                    continue
                }
                try update(found, content, database)
                resealed += 1
            }
            guard let end = batch.last, batch.count == Self.batchSize else { return (resealed, unreadable) }
            last = (end.account, end.row.name)
        }
    }

    private func batch(after last: (account: Int64, name: String), _ database: Database) throws -> [Found] {
        let statement = try database.cachedStatement(sql: Self.sql)
        let cursor = try Row.fetchCursor(statement, arguments: [last.account, last.name])
        var batch: [Found] = []
        while let row = try cursor.next() {
            let content = try row.withUnsafeData(atIndex: 2) { $0.map { [UInt8]($0) } ?? [] }
            guard let home = String.fromDatabaseValue(row[3]), let entity = EntityRow(home: home, row, first: 4) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            batch.append(Found(account: row[0], sealed: row[1], content: content, row: entity))
        }
        return batch
    }

    private func update(_ found: Found, _ content: [UInt8], _ database: Database) throws {
        try database.cachedStatement(sql: "UPDATE sealed SET content = ? WHERE id = ?")
            .execute(arguments: [content.databaseBytes, found.sealed])
        let stamp = Int64(bitPattern: random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) })
        try database.cachedStatement(sql: "UPDATE entity SET stamp = ? WHERE account = ? AND name = ?")
            .execute(arguments: [stamp, found.account, found.row.name])
    }
}
