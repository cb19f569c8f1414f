import Foundation
import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite
import Testing

/// A store whose database is closed and complete in its own file, with its content.
final class PopulatedHome {
    let home: TemporaryHome
    /// The database's file.
    let bytes: Data
    /// The content of each entity.
    let everything: [CredentialKey: String]

    init(accounts: Int = 120) async throws {
        home = try TemporaryHome()
        let worker = try WorkerProcess([home.path])
        worker.say("add user \(accounts)")
        #expect(worker.finish().last == "done")
        let store = try home.open()
        var everything: [CredentialKey: String] = [:]
        for account in try store.homeAccountIDs() + [""] {
            for entity in try store.partition(homeAccountID: account)?.entities ?? [] {
                everything[entity.key] = try Self.text(entity)
            }
        }
        self.everything = everything
        let queue = try DatabaseQueue(path: home.database)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        bytes = try Data(contentsOf: URL(fileURLWithPath: home.database))
    }

    /// Another home with the same key and the same database, not opened yet.
    func copy() throws -> TemporaryHome {
        let copy = try TemporaryHome()
        try FileManager.default.copyItem(atPath: home.path + "/keys", toPath: copy.path + "/keys")
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try FileManager.default.createDirectory(
            atPath: copy.directory, withIntermediateDirectories: true, attributes: attributes)
        for path in [copy.path + "/stores", copy.path + "/keys", copy.directory] {
            try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
        }
        #expect(
            FileManager.default.createFile(
                atPath: copy.database, contents: bytes, attributes: [.posixPermissions: 0o600]))
        for path in try copy.keyFiles() {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        return copy
    }

    /// An entity with its secret and the plain members that a test forges.
    static func text(_ entity: CredentialEntity) throws -> String {
        let plain: String =
            switch entity {
            case .account(let user): user.username
            case .signInState(let state): state.state.rawValue
            case .accessToken(let token): String(token.expiresOn)
            default: ""
            }
        return "\(entity.kind) \(plain) \(try entity.contents.open().secret?.reveal() ?? "")"
    }
}
