import GRDB
import KeyfobSQLite

/// The schema of the credential database, version by version.
///
/// Members for finding and listing are in `entity`; secret and unknown members are sealed in `sealed`, a separate
/// table, so that listing reads little. `entity` is clustered by account, so that the rows of a partition are adjacent.
enum StoreSchema {
    static let current = DatabaseSchema([
        DatabaseSchema.Migration("credentials-1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE account (id INTEGER PRIMARY KEY, home TEXT NOT NULL UNIQUE);
                    CREATE TABLE entity (
                        account INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
                        stamp INTEGER NOT NULL, sealed INTEGER,
                        environment TEXT, client TEXT, realm TEXT, target TEXT, type TEXT, family TEXT,
                        local_account TEXT, username TEXT, app TEXT, claims TEXT,
                        cached_at INTEGER, expires_on INTEGER, extended_expires_on INTEGER, refresh_on INTEGER,
                        PRIMARY KEY (account, name)
                    ) WITHOUT ROWID;
                    CREATE TABLE sealed (id INTEGER PRIMARY KEY, content BLOB NOT NULL);
                    CREATE TABLE sealing_key (
                        id TEXT PRIMARY KEY, place TEXT NOT NULL, probe BLOB NOT NULL, made_at INTEGER NOT NULL);
                    """)
        }
    ])
}
