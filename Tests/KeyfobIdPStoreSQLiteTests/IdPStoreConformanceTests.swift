import KeyfobConformance
import KeyfobIdPModel
import KeyfobIdPStoreSQLite
import KeyfobTesting
import Testing

@Suite("Every store of the provider")
struct IdPStoreConformanceTests {
    @Test("The store in memory conforms")
    func inMemory() async throws {
        try await IdPStoreConformance { InMemoryIdPStore() }.run()
    }

    @Test("The SQLite store conforms")
    func sqlite() async throws {
        let home = try TemporaryDirectory("keyfob-idp-store")
        defer { home.remove() }
        let numbers = Counter()
        try await IdPStoreConformance {
            try SQLiteIdPStore(directory: home.path + "/\(await numbers.next())")
        }.run()
    }

    private actor Counter {
        private var last = 0
        func next() -> Int {
            last += 1
            return last
        }
    }
}
