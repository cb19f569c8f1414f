import KeyfobCache
import KeyfobConformance
import KeyfobStoreSharedFile
import KeyfobTesting
import Testing

@Suite("The shared cache as a credential store")
struct SharedFileConformanceTests {
    @Test("the store in a file conforms", arguments: CredentialStoreConformance.checks)
    func file(check: ConformanceCheck<CredentialStoreConformance.Opening>) async throws {
        let folder = try TemporaryDirectory("keyfob-shared")
        defer { folder.remove() }
        try await check.run { try SharedFileCredentialStore(path: folder.path + "/cache.json") }
    }

    @Test("the file conforms as a place", arguments: SharedCachePersistenceConformance.checks)
    func place(check: ConformanceCheck<SharedCachePersistenceConformance.Opening>) async throws {
        let folder = try TemporaryDirectory("keyfob-shared")
        defer { folder.remove() }
        try await check.run { try SharedCacheFile(path: folder.path + "/cache.json") }
    }
}
