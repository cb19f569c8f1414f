import KeyfobCache
import KeyfobConformance
import KeyfobStoreSQLite
import Testing

@Suite("The adapters on files")
struct ConformanceTests {
    @Test("the SQLite store conforms", arguments: CredentialStoreConformance.checks)
    func store(check: ConformanceCheck<CredentialStoreConformance.Opening>) async throws {
        let home = try TemporaryHome()
        try await check.run { try home.open() }
    }

    @Test("the lock of files conforms", arguments: RefreshLockConformance.checks)
    func lock(check: ConformanceCheck<any RefreshLock>) async throws {
        let home = try TemporaryHome()
        try await check.run(try FileRefreshLock(directory: home.path + "/locks"))
    }

    @Test("keys in files conform", arguments: SealingKeyProviderConformance.checks)
    func keys(check: ConformanceCheck<any SealingKeyProvider>) async throws {
        let home = try TemporaryHome()
        try await check.run(home.keys)
    }
}
