import KeyfobCache
import KeyfobConformance
import KeyfobTesting
import Testing

@Suite("ADAL's cache in memory")
struct InMemoryADALCacheTests {
    @Test("it conforms", arguments: ADALCacheConformance.checks)
    func conforms(check: ConformanceCheck<ADALCacheConformance.Opening>) async throws {
        let cache = InMemoryADALCache()
        try await check.run { cache }
    }

    @Test("its contents can be stored elsewhere and restored")
    func contents() throws {
        let item = try ADALCacheItem(archive: Archives.bytes("item-2.6.bplist"))
        let cache = InMemoryADALCache()
        try cache.put([item], sparing: false)
        let copy = InMemoryADALCache(try ADALCacheArchive(parsing: cache.contents.bytes))
        #expect(try copy.items(ADALCacheQuery()) == cache.items(ADALCacheQuery()))
        copy.contents = ADALCacheArchive()
        #expect(try copy.items(ADALCacheQuery()).isEmpty)
    }
}
