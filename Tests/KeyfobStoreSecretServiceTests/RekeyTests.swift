import Foundation
import GRDB
import KeyfobCache
import KeyfobConformance
import KeyfobCore
import KeyfobStoreSQLite
import KeyfobTesting
import Testing

@Suite("Moving a store's key", .repeatedIfKeyringTraps)
struct RekeyTests {
    @Test("a key moves into the keyring and back; running processes continue, and the former key is removed each time")
    func bothWays() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        let running = try home.open(keyring.environment, choice: .file)
        try await running.add("ada", token: "token-of-ada")
        let idle = try home.open(keyring.environment)
        let fileKey = try #require(home.keyFiles().first)

        let into = try await home.open(keyring.environment).rekey(to: .secretService)
        #expect(into.formerPlace == "key file" && into.place == "Secret Service")
        #expect(into.resealed == 5 && into.unreadable == 0 && into.leftBehind == nil)
        #expect(!FileManager.default.fileExists(atPath: fileKey) && home.keyFiles().isEmpty)
        for store in [running, idle, try home.open(keyring.environment)] {
            #expect(try store.token(of: "ada") == "token-of-ada")
        }
        try await running.add("grace", token: "token-of-grace")
        let keyringID = try #require(home.report(keyring.environment).keyID)

        let back = try await running.rekey(to: .file)
        #expect(back.formerPlace == "Secret Service" && back.place == "key file" && back.resealed == 9)
        let item = ["xdg:schema", "org.keyfob.SealingKey", "id", keyringID]
        #expect(try await keyring.secretTool(["lookup"] + item).output.isEmpty)
        #expect(home.keyFiles().count == 1)
        // The keyring is no longer needed.
        await keyring.killBus()
        for store in [running, idle, try home.open([:])] {
            #expect(try store.token(of: "ada") == "token-of-ada")
            #expect(try store.token(of: "grace") == "token-of-grace")
        }
        try await idle.add("ada", token: "newer")
        #expect(try running.token(of: "ada") == "newer")
        #expect(home.report([:]).formerKeys == 0)
    }

    @Test("a move that cannot reach either place changes nothing")
    func outOfReach() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        let store = try home.open(keyring.environment, choice: .file)
        try await store.add("ada", token: "token-of-ada")
        try keyring.lock()
        await expectLocked { try await store.rekey(to: .secretService) }
        #expect(try home.open([:]).token(of: "ada") == "token-of-ada")
        #expect(home.keyFiles().count == 1)

        try keyring.unlock()
        _ = try await store.rekey(to: .secretService)
        try keyring.lock()
        // Nor from an unreachable place: the secrets could not be opened.
        let late = try home.open(keyring.environment)
        await expectLocked { try await late.rekey(to: .file) }
        #expect(home.keyFiles().isEmpty)
        try keyring.unlock()
        #expect(try late.token(of: "ada") == "token-of-ada")
        _ = try await late.rekey(to: .file)
        #expect(home.report([:]).formerKeys == 0)
    }

    @Test("a former key that cannot be removed is reported, recorded, and removed the next time")
    func leftBehind() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        let store = try home.open(keyring.environment)
        try await store.add("ada", token: "token-of-ada")
        let id = try #require(home.report(keyring.environment).keyID)
        let item = ["xdg:schema", "org.keyfob.SealingKey", "id", id]
        let result = try await store.rekey(to: .file) { stage in
            // Locked between the commit and the removal.
            if stage == .committed { try? keyring.lock() }
        }
        #expect(result.leftBehind?.code == .storeLocked)
        #expect(try home.open([:]).token(of: "ada") == "token-of-ada")
        #expect(home.report([:]).formerKeys == 1)
        try keyring.unlock()
        #expect(try await !keyring.secretTool(["lookup"] + item).output.isEmpty)
        _ = try await store.rekey()
        #expect(home.report([:]).formerKeys == 0)
        #expect(try await keyring.secretTool(["lookup"] + item).output.isEmpty)
        #expect(try store.token(of: "ada") == "token-of-ada")
    }

    @Test("a damaged store waits for its key, although a former one is available")
    func damagedWhileLocked() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        var store: SQLiteCredentialStore? = try home.open(keyring.environment, choice: .file)
        try await store?.add("ada", token: "token-of-ada")
        // The remains of a process that was killed after the commit: the former key, and a record of it.
        let former = try #require(home.keyFiles().first)
        try FileManager.default.copyItem(atPath: former, toPath: former + ".kept")
        let database = try #require(store?.path)
        let note = try #require(
            try await DatabaseQueue(path: database).read { database in
                try Row.fetchOne(database, sql: "SELECT id, place, probe, made_at FROM sealing_key").map {
                    ($0[0] as String, $0[1] as String, $0[2] as Data, $0[3] as Int64)
                }
            })
        _ = try await store?.rekey(to: .secretService)
        try FileManager.default.moveItem(atPath: former + ".kept", toPath: former)
        store = nil
        try await DatabaseQueue(path: database).writeWithoutTransaction { database in
            try database.execute(
                sql: "INSERT INTO sealing_key (id, place, probe, made_at) VALUES (?, ?, ?, ?)",
                arguments: [note.0, note.1, note.2, note.3])
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: database))
        try file.write(contentsOf: Data(repeating: 0, count: 16))
        try file.close()
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }

        try keyring.lock()
        #expect { try home.open(keyring.environment) } throws: { ($0 as? AuthError)?.code == .storeLocked }
        try keyring.unlock()
        let salvaged = try home.open(keyring.environment)
        #expect(salvaged.setAside != nil)
        #expect(try salvaged.keyPlace() == "Secret Service")
        #expect(try salvaged.token(of: "ada") == "token-of-ada")
    }

    private func expectLocked(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> RekeyResult
    ) async {
        #expect(await code(body) == .storeLocked, sourceLocation: sourceLocation)
    }

    private func code(_ body: () async throws -> RekeyResult) async -> AuthError.Code? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? AuthError)?.code
        }
    }
}
