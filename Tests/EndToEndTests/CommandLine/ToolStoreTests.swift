import ArgumentParser
import KeyfobCache
import KeyfobCommandLine
import KeyfobConformance
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The store that --cache-file names")
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

    @Test("The refresh lock beside it conforms", arguments: RefreshLockConformance.checks)
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
}
