import KeyfobCache
import KeyfobConformance
import KeyfobTesting
import Testing

@Suite("ADAL's cache in memory")
struct InMemoryLegacyTokenCacheTests {
    @Test("it conforms", arguments: LegacyTokenCacheConformance.checks)
    func conforms(check: ConformanceCheck<LegacyTokenCacheConformance.Opening>) async throws {
        let cache = InMemoryLegacyTokenCache()
        try await check.run { cache }
    }

    @Test("its contents can be stored elsewhere and restored")
    func contents() throws {
        let item = try LegacyTokenItem(archive: Archives.bytes("item-2.6.bplist"))
        let cache = InMemoryLegacyTokenCache()
        try cache.put([item], sparing: false)
        let copy = InMemoryLegacyTokenCache(try LegacyTokenArchive(parsing: cache.contents.bytes))
        #expect(try copy.items(LegacyTokenQuery()) == cache.items(LegacyTokenQuery()))
        copy.contents = LegacyTokenArchive()
        #expect(try copy.items(LegacyTokenQuery()).isEmpty)
    }
}
