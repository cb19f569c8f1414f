import Foundation
import GRDB

/// The least that a durable save can cost: the same rows and bytes as the store writes, in one transaction with full
/// synchronisation, without reading, sealing or any rule.
struct Probe {
    /// The sealed parts: access, refresh and id token, and the two that have no secret.
    private static let sizes = ["access": 929, "refresh": 629, "id": 640, "user": 45, "state": 45]
    /// What a renewed response writes again.
    private static let renewed = ["access", "refresh", "id"]

    private static let plain = String(repeating: "p", count: 150)
    private static let contents = sizes.mapValues { Data(repeating: 0x5A, count: $0) }

    private let queue: DatabaseQueue

    init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS account (id INTEGER PRIMARY KEY, home TEXT NOT NULL UNIQUE);
                    CREATE TABLE IF NOT EXISTS entity (
                        account INTEGER NOT NULL, name TEXT NOT NULL, stamp INTEGER, sealed INTEGER, plain TEXT,
                        PRIMARY KEY (account, name)) WITHOUT ROWID;
                    CREATE TABLE IF NOT EXISTS sealed (id INTEGER PRIMARY KEY, content BLOB NOT NULL);
                    """)
        }
    }

    /// Adds an account.
    func add(_ home: String) throws {
        try queue.inTransaction(.immediate) { database in
            try database.cachedStatement(sql: "INSERT INTO account (home) VALUES (?)").execute(arguments: [home])
            let account = database.lastInsertedRowID
            for name in Self.sizes.keys { try insert(account, name, database) }
            return .commit
        }
    }

    /// Replaces the tokens of an account that was added as that number, in place.
    func renew(_ account: Int64) throws {
        try queue.inTransaction(.immediate) { database in
            for name in Self.renewed {
                try database.cachedStatement(
                    sql: """
                        UPDATE sealed SET content = ?
                        WHERE id = (SELECT sealed FROM entity WHERE account = ? AND name = ?)
                        """
                ).execute(arguments: [Self.contents[name] ?? Data(), account, name])
                try database.cachedStatement(
                    sql: "UPDATE entity SET stamp = ?, plain = ? WHERE account = ? AND name = ?"
                ).execute(arguments: [Int64.random(in: .min ... .max), Self.plain, account, name])
            }
            return .commit
        }
    }

    private func insert(_ account: Int64, _ name: String, _ database: Database) throws {
        try database.cachedStatement(sql: "INSERT INTO sealed (content) VALUES (?)")
            .execute(arguments: [Self.contents[name] ?? Data()])
        let sealed = database.lastInsertedRowID
        try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO entity (account, name, stamp, sealed, plain) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [account, name, Int64.random(in: .min ... .max), sealed, Self.plain])
    }
}
