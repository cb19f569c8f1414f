import Foundation
import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

/// A sound store that is copied and damaged: its files, an earlier state of them, and its tokens.
final class DamageOriginal {
    static let accounts = 24

    let parent: String
    /// The complete database, checkpointed.
    let database: [UInt8]
    /// An earlier state of the database, and the log that leads from there to `database`.
    let earlier: (database: [UInt8], log: [UInt8])
    /// The current token of each account; `formerTokens` are those of the earlier state.
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
        // Closing the last connection would checkpoint the log, so this one is closed later.
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

    /// A new home with the key and the database.
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
