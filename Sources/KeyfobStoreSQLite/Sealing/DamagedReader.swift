import GRDB
import KeyfobCore
import KeyfobSQLite

/// Reads the remains of a damaged credential database: every statement may fail, and every column may contain anything.
struct DamagedReader {
    /// A row that has all its parts; not verified yet.
    struct Found {
        let row: EntityRow
        let sealed: [UInt8]
    }

    /// The number of ids that are tried, one by one, for accounts that a scan from either end does not reach.
    private static let patience: Int64 = 1_000_000
    /// The number of accounts that a page may contain.
    private static let accountsOfPage: Int64 = 200

    private let database: Database
    private let pages: Int?

    /// Reads a database.
    ///
    /// - Parameter pages: the number of pages that its files contain, if its header may state another; nil uses the
    ///   number that SQLite returns.
    init(_ database: Database, pages: Int? = nil) {
        self.database = database
        self.pages = pages
    }

    /// The records of sealing keys, the newest first.
    func keyRecords() -> [StoreKeyRecord] {
        let rows = rows("SELECT id, place, probe, made_at FROM sealing_key NOT INDEXED ORDER BY rowid", [])
        let records = rows.compactMap { row -> StoreKeyRecord? in
            guard let id = text(row, 0), let place = text(row, 1), let probe = blob(row, 2) else { return nil }
            return StoreKeyRecord(id: id, place: place, probe: probe, madeAt: number(row, 3) ?? 0)
        }
        return records.sorted { $0.madeAt > $1.madeAt }
    }

    /// The key ids in the table's index.
    func keyIDs() -> [String] {
        rows("SELECT id FROM sealing_key INDEXED BY sqlite_autoindex_sealing_key_1 ORDER BY id", [])
            .compactMap { text($0, 0) }
    }

    /// The account ids, each with its home account id.
    func homes() -> [(account: Int64, home: String)] {
        var homes: [Int64: String] = [:]
        for sql in [
            "SELECT id, home FROM account INDEXED BY sqlite_autoindex_account_1 ORDER BY home",
            "SELECT id, home FROM account NOT INDEXED ORDER BY id",
        ] {
            for row in rows(sql, []) {
                if let id = number(row, 0), let home = text(row, 1) { homes[id] = home }
            }
        }
        let pages = pages.map(Int64.init) ?? rows("PRAGMA page_count", []).first.flatMap { number($0, 0) } ?? 0
        let bound = min(max(homes.keys.max() ?? 0, min(max(1, pages), 10_000) * Self.accountsOfPage), Self.patience)
        for id in 1...max(1, bound) where homes[id] == nil {
            look("SELECT home FROM account NOT INDEXED WHERE id = ?", id) { row in
                if row.kind(0) == .text { homes[id] = row.text(0) }
            }
        }
        return homes.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    /// The entities of an account, with their sealed contents; entities without those are left out.
    func entities(account: Int64, home: String) -> [Found] {
        let sql = "SELECT e.sealed, \(EntityRow.columns) FROM entity e WHERE e.account = ? ORDER BY e.name"
        var rows: [(sealed: Int64, row: EntityRow)] = []
        if !step(sql, account, home, into: &rows) { _ = step(sql + " DESC", account, home, into: &rows) }
        var seen: Set<String> = []
        return rows.compactMap { number, row in
            guard seen.insert(row.name).inserted else { return nil }
            var sealed: [UInt8]?
            look("SELECT content FROM sealed WHERE id = ?", number) { row in
                if row.kind(0) == .bytes { sealed = row.bytes(0) }
            }
            return sealed.map { Found(row: row, sealed: $0) }
        }
    }

    /// Whether there is any entity that a key could open.
    var hasEntities: Bool { homes().contains { account, home in !entities(account: account, home: home).isEmpty } }

    /// Whether a seal opens any entity.
    func isOpened(by seal: StoreSeal) -> Bool {
        homes().contains { account, home in
            entities(account: account, home: home).contains { (try? seal.open($0.sealed, of: $0.row)) != nil }
        }
    }

    /// Passes the row with that id to `body`, if there is one.
    private func look(_ sql: String, _ id: Int64, _ body: (StatementRow) -> Void) {
        guard let statement = try? PreparedStatement(sql, database), (try? statement.bind(id, at: 1)) != nil else {
            return
        }
        try? statement.forEach(body)
    }

    private func step(
        _ sql: String, _ account: Int64, _ home: String, into rows: inout [(sealed: Int64, row: EntityRow)]
    ) -> Bool {
        do {
            let statement = try PreparedStatement(sql, database)
            try statement.bind(account, at: 1)
            try statement.forEach { row in
                guard let number = row.integer(0) else { return }
                rows.append((number, EntityRow(home: home, row, first: 1)))
            }
            return true
        } catch {
            return false
        }
    }

    /// The rows of a statement that ends with its order: from the beginning up to damage, and then from the end.
    private func rows(_ sql: String, _ arguments: StatementArguments) -> [Row] {
        var rows: [Row] = []
        if fetch(sql, arguments, into: &rows) { return rows }
        _ = fetch(sql + " DESC", arguments, into: &rows)
        return rows
    }

    private func fetch(_ sql: String, _ arguments: StatementArguments, into rows: inout [Row]) -> Bool {
        do {
            let cursor = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
            while let row = try cursor.next() { rows.append(row.copy()) }
            return true
        } catch {
            return false
        }
    }

    private func text(_ row: Row, _ index: Int) -> String? { String.fromDatabaseValue(row[index]) }

    private func number(_ row: Row, _ index: Int) -> Int64? { Int64.fromDatabaseValue(row[index]) }

    private func blob(_ row: Row, _ index: Int) -> [UInt8]? {
        guard case .blob(let data) = (row[index] as DatabaseValue).storage else { return nil }
        return [UInt8](data)
    }
}
