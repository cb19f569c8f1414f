import Foundation
import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

/// A sound store that is copied to be spoilt: its files, an earlier state of them, and what it holds.
final class DamageOriginal {
    static let accounts = 24

    let parent: String
    /// The database with everything in it, and without a log.
    let database: [UInt8]
    /// The database as it was before, and the log that leads from there to `database`.
    let earlier: (database: [UInt8], log: [UInt8])
    /// What each account's token is; a former one was so before.
    let tokens: [String: String]
    let formerTokens: [String: String]
    private let keys: [String: Data]

    private var home: String { parent + "/original" }

    init(parent: String) async throws {
        self.parent = parent + "/keyfob-damage-" + SystemRandomSource().uuid()
        let home = self.parent + "/original"
        let files = FileManager.default
        try files.createDirectory(
            atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let copy = DamageCopy(home: home)
        var former: [String: String] = [:]
        var present: [String: String] = [:]
        for number in 0..<Self.accounts { former["user\(number)"] = "former-user\(number)" }
        for number in 0..<Self.accounts { present["user\(number)"] = "token-user\(number)" }
        try await Self.fill(copy, former, from: 0)
        try Self.checkpoint(copy)
        let first = try copy.bytes("")
        // The log would be brought into the database when the last connection ends: this one is ended after.
        let holder = try DatabaseQueue(path: copy.database)
        try await Self.fill(copy, present, from: 0)
        earlier = (first, try copy.bytes("-wal"))
        try holder.close()
        try Self.checkpoint(copy)
        database = try copy.bytes("")
        (tokens, formerTokens) = (present, former)
        var keys: [String: Data] = [:]
        for name in try files.contentsOfDirectory(atPath: home + "/keys") {
            keys[name] = try Data(contentsOf: URL(fileURLWithPath: home + "/keys/" + name))
        }
        self.keys = keys
    }

    /// A fresh home with the key and the database.
    func copy(named name: String) throws -> DamageCopy {
        let copy = DamageCopy(home: "\(parent)/\(name)")
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        for directory in [copy.home, copy.home + "/keys", copy.home + "/stores", copy.directory] {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: false, attributes: attributes)
        }
        for (name, key) in keys { try copy.write([UInt8](key), to: copy.home + "/keys/" + name) }
        try copy.put(database, "")
        return copy
    }

    func remove() { try? FileManager.default.removeItem(atPath: parent) }

    private static func fill(_ copy: DamageCopy, _ tokens: [String: String], from first: Int) async throws {
        let store = try copy.open()
        for (account, token) in tokens.sorted(by: { $0.key < $1.key }) {
            let input = SaveInput.made(account: account, token: token)
            _ = try await store.write { transaction throws(AuthError) in
                try CredentialRules.save(input, in: transaction)
            }
        }
    }

    private static func checkpoint(_ copy: DamageCopy) throws {
        let queue = try DatabaseQueue(path: copy.database)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try queue.close()
    }
}
