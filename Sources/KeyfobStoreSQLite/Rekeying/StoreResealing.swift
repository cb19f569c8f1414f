import GRDB
import KeyfobCore
import KeyfobSQLite

/// Seals every row of a database again, in the caller's transaction.
///
/// Reads a few hundred rows at a time, in the order of the primary key.
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
    let progress: ProgressReport

    /// Seals all rows again.
    ///
    /// Every stamp changes, so that no process takes its remembered rows for the current ones.
    ///
    /// - Returns: the number of rows that were sealed again, and of rows that could not be opened and stay unchanged.
    func perform(_ database: Database) throws -> (resealed: Int, unreadable: Int) {
        var (resealed, unreadable) = (0, 0)
        var last: (account: Int64, name: String) = (.min, "")
        let all = try Int.fetchOne(database, sql: "SELECT count(*) FROM entity") ?? 0
        while true {
            progress(resealed + unreadable, all)
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
        let statement = try PreparedStatement(Self.sql, database)
        try statement.bind(last.account, at: 1)
        try statement.bind(last.name, at: 2)
        var batch: [Found] = []
        try statement.forEach { row in
            guard let account = row.integer(0), let sealed = row.integer(1), let home = row.text(3) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            let entity = EntityRow(home: home, row, first: 4)
            batch.append(Found(account: account, sealed: sealed, content: row.bytes(2) ?? [], row: entity))
        }
        return batch
    }

    private func update(_ found: Found, _ content: [UInt8], _ database: Database) throws {
        let sealed = try PreparedStatement("UPDATE sealed SET content = ? WHERE id = ?", database)
        try sealed.bind(content, at: 1)
        try sealed.bind(found.sealed, at: 2)
        try sealed.run()
        let entity = try PreparedStatement("UPDATE entity SET stamp = ? WHERE account = ? AND name = ?", database)
        try entity.bind(StoreSeal.stamp(of: content), at: 1)
        try entity.bind(found.account, at: 2)
        try entity.bind(found.row.name, at: 3)
        try entity.run()
    }
}

extension StoreSeal {
    /// Seals the contents of a row under another key.
    ///
    /// - Returns: nil if they do not open: altered contents are lost under any key.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if they were sealed by a newer version, which is not
    ///   damage.
    func reseal(
        _ sealed: [UInt8], of row: EntityRow, under next: StoreSeal, random: any RandomSource
    ) throws(AuthError) -> [UInt8]? {
        try loadedKey()
        let plain: [UInt8]
        do {
            plain = try open(sealed, associatedData: associatedData(row))
        } catch {
            guard sealed.first == Self.format else { throw error }
            return nil
        }
        return try next.seal(plain, associatedData: next.associatedData(row), random: random)
    }
}
