import KeyfobCache
import KeyfobConformance
import Testing

@Suite("The in-memory adapters")
struct PortConformanceTests {
    @Test("the in-memory store conforms", arguments: CredentialStoreConformance.checks)
    func store(check: ConformanceCheck<CredentialStoreConformance.Opening>) async throws {
        let store = InMemoryCredentialStore()
        try await check.run { store }
    }

    @Test("the lock of one process conforms", arguments: RefreshLockConformance.checks)
    func lock(check: ConformanceCheck<any RefreshLock>) async throws {
        try await check.run(InProcessRefreshLock())
    }
}
