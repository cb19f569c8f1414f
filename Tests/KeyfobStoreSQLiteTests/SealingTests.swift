import Foundation
import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("Sealed secrets")
struct SealingTests {
    @Test("no file of the store contains a secret in clear text")
    func files() async throws {
        let home = try TemporaryHome()
        let store = try home.open()
        try await store.add("ada", token: "needle-in-a-haystack")
        for name in try FileManager.default.contentsOfDirectory(atPath: home.directory) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: home.directory + "/" + name))
            #expect(bytes.range(of: Data("needle-in-a-haystack".utf8)) == nil, "\(name)")
        }
        #expect(try store.token(of: "ada") == "needle-in-a-haystack")
    }

    @Test("sealed contents that were swapped between two rows are refused")
    func swapped() async throws {
        let home = try TemporaryHome()
        try await addTwo(home)
        try edit(home) { database in
            try database.execute(
                sql: """
                    UPDATE entity SET sealed = -sealed WHERE kind = 'AccessToken';
                    UPDATE entity SET sealed = (
                        SELECT -o.sealed FROM entity o WHERE o.kind = 'AccessToken' AND o.account <> entity.account
                            ORDER BY o.sealed LIMIT 1)
                        WHERE kind = 'AccessToken' AND account = 1;
                    """)
        }
        let store = try home.open()
        #expect { try store.token(of: "ada") } throws: { error in
            (error as? AuthError)?.code == .storeUnavailable && !"\(error)".contains("token-of")
        }
    }

    @Test("an expiry that was changed in the file is refused")
    func moved() async throws {
        let home = try TemporaryHome()
        try await addTwo(home)
        try edit(home) { try $0.execute(sql: "UPDATE entity SET expires_on = expires_on + 86400") }
        let store = try home.open()
        #expect(throws: AuthError.self) { try store.token(of: "ada") }
        #expect(try CredentialRules.accounts(in: store, clientID: "client", app: "app").count == 2)
    }

    @Test("another key than the store's own is refused as a locked store, and none is created instead")
    func wrongKey() async throws {
        let home = try TemporaryHome()
        try await addTwo(home)
        let file = try #require(try home.keyFiles().first)
        try Hex.encode([UInt8](repeating: 7, count: 32)).write(toFile: file, atomically: false, encoding: .utf8)
        try expectLocked(home, mentions: "key file")
        #expect(try home.keyFiles() == [file])
    }

    @Test("a missing key is a locked store: the place is named, listing works, and restoring the key fixes everything")
    func missingKey() async throws {
        let home = try TemporaryHome()
        try await addTwo(home)
        let file = try #require(try home.keyFiles().first)
        try FileManager.default.moveItem(atPath: file, toPath: home.path + "/elsewhere")
        try expectLocked(home, mentions: file)
        let store = try home.open()
        await #expect { try await store.add("new", token: "t") } throws: { error in
            (error as? AuthError)?.code == .storeLocked
        }
        #expect(try CredentialRules.accounts(in: store, clientID: "client", app: "app").count == 2)
        #expect(try home.keyFiles().isEmpty)
        try FileManager.default.moveItem(atPath: home.path + "/elsewhere", toPath: file)
        #expect(try store.token(of: "ada") == "token-of-ada")
    }

    @Test("keys of another place are not even requested")
    func anotherPlace() async throws {
        let home = try TemporaryHome()
        try await addTwo(home)
        try expectLocked(home, keys: OtherPlace(), mentions: "key file")
    }

    private func addTwo(_ home: TemporaryHome) async throws {
        let store = try home.open()
        try await store.add("ada", token: "token-of-ada")
        try await store.add("grace", token: "token-of-grace")
    }

    private func edit(_ home: TemporaryHome, _ body: @escaping (Database) throws -> Void) throws {
        try DatabaseQueue(path: home.database).write(body)
    }

    private func expectLocked(
        _ home: TemporaryHome, keys: (any SealingKeyProvider)? = nil, mentions text: String
    ) throws {
        let store = try home.open(keys: keys)
        #expect { try store.token(of: "ada") } throws: { error in
            guard let error = error as? AuthError else { return false }
            return error.code == .storeLocked && "\(error)".contains(text)
        }
    }
}

/// A place that fails the test when a key is requested.
private struct OtherPlace: SealingKeyProvider {
    var place: String { "a place that this store never used" }

    func key(id: String) throws(AuthError) -> AESGCMKey {
        Issue.record("The wrong place was asked.")
        throw AuthError(.storeLocked, origin: .store, message: "There is no key here.")
    }

    func create(id: String) throws(AuthError) -> AESGCMKey { try key(id: id) }

    func remove(id: String) throws(AuthError) { _ = try key(id: id) }
}
