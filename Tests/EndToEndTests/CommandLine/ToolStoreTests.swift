import ArgumentParser
import Foundation
import KeyfobCache
import KeyfobCommandLine
import KeyfobConformance
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The store of --cache-file")
struct ToolStoreTests {
    /// One more handle of the store, as another process would have it.
    private func open(_ folder: TemporaryDirectory) throws -> ToolStore {
        try ToolStore(StoreOptions.parse(["--cache-file", "\(folder.path)/cache.json"]), environment: [:])
    }

    @Test("It conforms", arguments: CredentialStoreConformance.checks)
    func store(check: ConformanceCheck<CredentialStoreConformance.Opening>) async throws {
        let folder = try TemporaryDirectory("keyfob-tool-store")
        defer { folder.remove() }
        try await check.run { try open(folder).credentials }
    }

    @Test("The refresh lock next to it conforms", arguments: RefreshLockConformance.checks)
    func lock(check: ConformanceCheck<any RefreshLock>) async throws {
        let folder = try TemporaryDirectory("keyfob-tool-store")
        defer { folder.remove() }
        try await check.run(try open(folder).refreshLock)
    }

    @Test("Two handles have one refresh lock, whatever KEYFOB_HOME says")
    func oneLock() async throws {
        let folder = try TemporaryDirectory("keyfob-tool-store")
        defer { folder.remove() }
        let key = RefreshLockKey(environment: "localhost:8443", homeAccountID: "u.t", clientOrFamily: "c")
        let (one, other) = (try open(folder).refreshLock, try open(folder).refreshLock)
        let code = try await one.withLock(key, timeoutSeconds: 5) { () async throws(AuthError) in
            do throws(AuthError) {
                try await other.withLock(key, timeoutSeconds: 0) { () async throws(AuthError) in }
                return AuthError.Code.configuration
            } catch {
                return error.code
            }
        }
        #expect(code == .network)
    }

    @Test("Eight concurrent writer processes lose nothing of each other")
    func processes() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let cache = "\(tool.directory.path)/caches/cache.json"
        let store = try ToolStore(StoreOptions.parse(["--cache-file", cache]), environment: [:]).credentials
        let users = (0..<8).map { "user\($0)" }
        try await store.write { transaction throws(AuthError) in
            for user in users {
                var input = SaveInput(
                    homeAccountID: "\(user).tenant", environment: "contoso.test", realm: "tenant", clientID: "client",
                    app: ToolIdentity.appIdentifier, localAccountID: user, username: user, cachedAt: 1_900_000_000,
                    expiresOn: 1_900_003_600)
                input.refreshToken = Secret("refresh")
                try CredentialRules.save(input, in: transaction)
            }
        }
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for user in users {
                group.addTask { try await tool.run("logout", "--account", user, "--cache-file", cache).status }
            }
            for try await status in group { #expect(status == 0) }
        }
        for user in users {
            let partition = try #require(try store.partition(homeAccountID: "\(user).tenant"))
            #expect(partition.entities.map(\.kind) == [.signInState])
            #expect(partition.signInStates.map(\.state) == [.signedOut])
        }
        let folder = "\(tool.directory.path)/caches"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["cache.json"])
    }
}
