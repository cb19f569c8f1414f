import Foundation
import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite
import Testing

/// The effects of restoring an earlier copy of the database, as described in docs/threat-model.md.
@Suite("A store whose file is rolled back")
struct RollbackTests {
    @Test("under the same key the earlier state is trusted completely, a sign-out undone: this risk remains")
    func sameKey() async throws {
        let home = try TemporaryHome()
        try await write(home, "former")
        let former = try copy(home)
        try await write(home, "present")
        try await home.open().write { transaction throws(AuthError) in
            try CredentialRules.signOut(homeAccountID: "ada.tenant", clientID: "client", app: "app", in: transaction)
        }
        #expect(try CredentialRules.accounts(in: home.open(), clientID: "client", app: "app").isEmpty)
        try put(former, home)
        let store = try home.open()
        #expect(store.setAside == nil)
        #expect(try store.token(of: "ada") == "former")
        #expect(try CredentialRules.accounts(in: store, clientID: "client", app: "app").count == 1)
        try await store.add("ada", token: "again")
        #expect(try home.open().token(of: "ada") == "again")
    }

    @Test("after the key was changed nothing of an earlier copy opens, and no other key is created for it")
    func afterRekey() async throws {
        let home = try TemporaryHome()
        try await write(home, "former")
        let former = try copy(home)
        _ = try await home.open().rekey()
        let present = try copy(home)
        let keys = try home.keyFiles()
        try put(former, home)
        #expect { try home.open().token(of: "ada") } throws: { ($0 as? AuthError)?.code == .storeLocked }
        await #expect { try await home.open().add("ada", token: "x") } throws: {
            ($0 as? AuthError)?.code == .storeLocked
        }
        #expect(try home.keyFiles() == keys)
        try put(present, home)
        #expect(try home.open().token(of: "ada") == "former")
    }

    @Test("after the key was changed one row of an earlier copy does not open either")
    func oneRow() async throws {
        let home = try TemporaryHome()
        try await write(home, "former")
        let sql = "SELECT s.id, s.content FROM entity e JOIN sealed s ON s.id = e.sealed WHERE e.kind = 'AccessToken'"
        let row = try DatabaseQueue(path: home.database).read { try Row.fetchOne($0, sql: sql) }
        let (id, content): (Int64, Data) = try #require(row.map { ($0[0], $0[1]) })
        _ = try await home.open().rekey()
        try await DatabaseQueue(path: home.database).write {
            try $0.execute(sql: "UPDATE sealed SET content = ? WHERE id = ?", arguments: [content, id])
        }
        #expect { try home.open().token(of: "ada") } throws: { error in
            guard let error = error as? AuthError else { return false }
            return error.code == .storeUnavailable && error.message.contains("was changed")
        }
        try await home.open().add("ada", token: "again")
        #expect(try home.open().token(of: "ada") == "again")
    }

    /// By a process that has ended, so that no process has the store open.
    private func write(_ home: TemporaryHome, _ token: String) async throws {
        let worker = try WorkerProcess([home.path])
        #expect(worker.ask("put ada \(token)") == "done")
        worker.finish()
    }

    private func copy(_ home: TemporaryHome) throws -> Data {
        let queue = try DatabaseQueue(path: home.database)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try queue.close()
        return try Data(contentsOf: URL(fileURLWithPath: home.database))
    }

    private func put(_ bytes: Data, _ home: TemporaryHome) throws {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: home.database + suffix) }
        #expect(
            FileManager.default.createFile(
                atPath: home.database, contents: bytes, attributes: [.posixPermissions: 0o600]))
    }
}
