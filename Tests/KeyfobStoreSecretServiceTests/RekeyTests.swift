import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite
import KeyfobTesting
import Testing

@Suite("Moving a store's key")
struct RekeyTests {
    @Test("a key moves into the keyring and back; running processes go on, and the former key is gone each time")
    func bothWays() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        let running = try home.open(keyring.environment, choice: .file)
        try await running.add("ada", token: "token-of-ada")
        let idle = try home.open(keyring.environment)
        let fileKey = try #require(home.keyFiles().first)

        let into = try await home.open(keyring.environment).rekey(to: .secretService)
        #expect(into.formerPlace == "key file" && into.place == "Secret Service")
        #expect(into.resealed == 4 && into.unreadable == 0 && into.leftBehind == nil)
        #expect(!FileManager.default.fileExists(atPath: fileKey) && home.keyFiles().isEmpty)
        for store in [running, idle, try home.open(keyring.environment)] {
            #expect(try store.token(of: "ada") == "token-of-ada")
        }
        try await running.add("grace", token: "token-of-grace")
        let keyringID = try #require(home.report(keyring.environment).keyID)

        let back = try await running.rekey(to: .file)
        #expect(back.formerPlace == "Secret Service" && back.place == "key file" && back.resealed == 8)
        let item = ["xdg:schema", "org.keyfob.SealingKey", "id", keyringID]
        #expect(try await keyring.secretTool(["lookup"] + item).output.isEmpty)
        #expect(home.keyFiles().count == 1)
        // Nothing of the keyring is needed any more.
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
        // Not from a place that is out of reach either: the secrets could not be opened.
        let late = try home.open(keyring.environment)
        await expectLocked { try await late.rekey(to: .file) }
        #expect(home.keyFiles().isEmpty)
        try keyring.unlock()
        #expect(try late.token(of: "ada") == "token-of-ada")
        _ = try await late.rekey(to: .file)
        #expect(home.report([:]).formerKeys == 0)
    }

    @Test("a former key that cannot be removed is told, kept in mind, and removed the next time")
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
