import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSharedFile
import KeyfobTesting
import Testing

/// MSAL Python's `PersistedTokenCache` and Keyfob's store as writers of one file.
@Suite("Two writers of one token cache", .timeLimit(.minutes(10)))
struct SharedCacheWritersTests {
    private func withWriters(
        lock: String, _ body: (MSALPython, SharedFileCredentialStore, String) async throws -> Void
    ) async throws {
        let folder = try TemporaryDirectory("keyfob-writers")
        defer { folder.remove() }
        let path = folder.path + "/cache.json"
        try await RunningProvider.with { provider in
            let python = try await MSALPython(
                clientID: "client", authority: "\(provider.origin)/\(Contoso.tenant)", caFile: provider.caFile,
                cache: ["persistence": "file", "path": .string(path), "lock": .string(lock)])
            let outcome = await Result {
                try await body(python, try SharedFileCredentialStore(path: path), path)
            }
            python.close()
            try outcome.get()
        }
    }

    private func add(_ account: String, to store: SharedFileCredentialStore) async throws {
        try await store.write { transaction throws(AuthError) in
            var input = SaveInput(
                homeAccountID: "\(account).tenant", environment: "localhost", realm: "tenant", clientID: "client",
                app: "app", localAccountID: account, username: account, cachedAt: 1_700_000_000,
                expiresOn: 4_000_000_000)
            input.accessToken = Secret(account)
            input.scopes = ["Files.Read"]
            input.refreshToken = Secret("refresh of \(account)")
            try CredentialRules.save(input, in: transaction)
        }
    }

    @Test("Concurrent writers lose nothing of each other", arguments: ["exclusive", "portalocker"])
    func sideBySide(lock: String) async throws {
        try await withWriters(lock: lock) { python, store, path in
            // Each writer of Keyfob's starts when one of MSAL Python's has ended, and runs next to its next one.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<15 {
                    try await python(
                        "add_response", ["uid": .string("python-\(number)"), "secret": .string("python-\(number)")])
                    group.addTask { try await add("keyfob-\(number)", to: store) }
                }
                try await group.waitForAll()
            }
            let expected = (0..<15).flatMap { ["keyfob-\($0)", "python-\($0)"] }.sorted()
            let seen = try await python("tokens")["tokens"]?.arrayValue?.compactMap(\.stringValue)
            #expect(seen == expected)
            #expect(try store.homeAccountIDs().sorted() == expected.map { "\($0).tenant" })
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent)
                    == ["cache.json"])
        }
    }

    @Test("MSAL Python sees Keyfob's write although its own stamp is later, and does not overwrite it")
    func lateLook() async throws {
        try await withWriters(lock: "exclusive") { python, store, _ in
            try await python("add_response", ["uid": "python", "secret": "python"])
            // A reader that still has the old bytes while the new ones arrive notes a later time than theirs.
            try await python("advance_clock", ["seconds": .number("0.5")])
            try await python("add_response", ["uid": "python-2", "secret": "python-2"])
            try await add("keyfob", to: store)
            try await python("add_response", ["uid": "python-3", "secret": "python-3"])
            let seen = try store.homeAccountIDs().sorted()
            #expect(seen == ["keyfob.tenant", "python-2.tenant", "python-3.tenant", "python.tenant"])
        }
    }
}
