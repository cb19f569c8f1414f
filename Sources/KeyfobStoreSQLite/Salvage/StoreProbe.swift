import GRDB
import KeyfobCache
import KeyfobCore

/// Reads everything in a database as the store does, and searches for contents that the store never writes.
///
/// SQLite's own check only covers the file format. A database with values of other types, or with tables that
/// contradict each other, passes it, and would fail every call.
enum StoreProbe {
    /// Each statement returns a row only in a damaged database.
    private static let contradictions = [
        "SELECT 1 FROM sqlite_master WHERE type IN ('trigger', 'view')",
        "SELECT 1 FROM account WHERE typeof(home) <> 'text'",
        """
        SELECT 1 FROM entity WHERE typeof(name) <> 'text' OR typeof(kind) <> 'text' OR typeof(stamp) <> 'integer'
            OR typeof(sealed) NOT IN ('integer', 'null')
        """,
        """
        SELECT 1 FROM entity e LEFT JOIN sealed s ON s.id = e.sealed
            WHERE e.sealed IS NOT NULL AND (s.id IS NULL OR typeof(s.content) <> 'blob')
        """,
        "SELECT 1 FROM entity WHERE sealed IS NOT NULL GROUP BY sealed HAVING count(*) > 1",
        """
        SELECT 1 FROM sealing_key WHERE typeof(id) <> 'text' OR typeof(place) <> 'text' OR typeof(probe) <> 'blob'
            OR typeof(made_at) <> 'integer'
        """,
        "SELECT 1 FROM entity WHERE NOT EXISTS (SELECT 1 FROM sealing_key)",
    ]

    /// Searches a database.
    ///
    /// - Throws: GRDB's errors, including those for damage.
    static func run(_ database: Database) throws {
        for sql in contradictions {
            guard try Int.fetchOne(database, sql: sql + " LIMIT 1") == nil else { throw contradiction }
        }
        _ = try StoreKeyRecord.read(database)
        try PartitionReader.forEachAccount(database) { _ in }
        for home in try PartitionReader.homeAccountIDs(database) + [""] {
            _ = try PartitionReader.rows(home, database)
        }
    }

    /// Checks the record of a database's key: an unsupported place may be a torn name.
    static func record(_ database: Database, places: SealingKeyPlaces) throws {
        if let record = try StoreKeyRecord.read(database), places.provider(at: record.place) == nil {
            throw contradiction
        }
    }

    private static var contradiction: DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the tables contradict each other")
    }
}
