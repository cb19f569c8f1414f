import Foundation
import KeyfobCache
import KeyfobCore
import Testing

@Suite("ADAL's archive on macOS")
struct ADALCacheArchiveTests {
    @Test("R129-part: a cache that ADAL serialized is read, without deleted items")
    func fixture() throws {
        let archive = try ADALCacheArchive(parsing: Archives.bytes("cache-1.0.bplist"))
        #expect(archive.items.map(\.kind) == [.multiResource, .family("1"), .accessToken, .singleResource])
        #expect(archive.items.map(\.userID) == Array(repeating: "fake.user@contoso.example", count: 3) + [""])
        #expect(archive.items[2].expiresOn == Date(unixSeconds: 1_559_392_200))
    }

    @Test("a newer version is refused with a message, and so is anything else")
    func refused() throws {
        let newer = try #require(throws: PropertyListError.self) {
            try ADALCacheArchive(parsing: Archives.bytes("cache-1.1.bplist"))
        }
        #expect(newer.message.contains("newer version"))
        #expect(throws: PropertyListError.self) { try ADALCacheArchive(parsing: Archives.bytes("item-2.6.bplist")) }
        #expect(throws: PropertyListError.self) { try ADALCacheArchive(parsing: []) }
        var bytes = try Archives.bytes("cache-1.0.bplist")
        for place in stride(from: 8, to: bytes.count, by: 7) {
            let kept = bytes[place]
            bytes[place] ^= 0x15
            _ = try? ADALCacheArchive(parsing: bytes)
            bytes[place] = kept
        }
    }

    @Test("unknown members survive a rewrite, and every inner dictionary is mutable")
    func rewrite() throws {
        var archive = try ADALCacheArchive(parsing: Archives.bytes("cache-1.0.bplist"))
        var item = ADALCacheItem(
            authority: "https://login.windows.net/common", clientID: "other", userID: "new@contoso.example")
        item.refreshToken = Secret("new-refresh")
        archive.put(item)
        let seen = try Archives.seenByPython(archive.bytes)
        func member(_ value: JSONValue?, _ name: JSONValue) -> JSONValue? {
            value?["pairs"]?.arrayValue?.first { $0.arrayValue?.first == name }?.arrayValue?.last
        }
        #expect(seen[""] == "NSDictionary")
        #expect(member(seen, "version")?.doubleValue == 1)
        let cache = member(seen, "tokenCache")
        #expect(cache?[""] == "NSMutableDictionary")
        #expect(member(cache, "idtokens") != nil)
        let tokens = member(cache, "tokens")
        #expect(tokens?[""] == "NSMutableDictionary")
        for user in tokens?["pairs"]?.arrayValue ?? [] {
            #expect(user.arrayValue?.last?[""] == "NSMutableDictionary")
        }
        // The tombstone is not a usable item, but is kept.
        #expect(member(tokens, "fake.user@contoso.example")?["pairs"]?.arrayValue?.count == 4)
        let added = member(tokens, "new@contoso.example")?["pairs"]?.arrayValue?.first?.arrayValue
        #expect(
            added?.first == [
                "": "ADTokenCacheKey", "authority": "https://login.windows.net/common", "clientId": "other",
                "resource": nil,
            ])
        #expect(added?.last?[""] == "ADTokenCacheStoreItem")
        #expect(added?.last?["refreshToken"] == "new-refresh")
    }

    @Test("an item replaces the one with the same key, and can be removed")
    func changes() throws {
        var archive = ADALCacheArchive()
        var item = ADALCacheItem(authority: "https://h/t", clientID: "C", userID: "U")
        item.refreshToken = Secret("one")
        archive.put(item)
        item.refreshToken = Secret("two")
        archive.put(item)
        let reread = try ADALCacheArchive(parsing: archive.bytes)
        #expect(reread.items == [item])
        archive.remove(ADALCacheKey(authority: "https://H/t/", resource: nil, clientID: "c", userID: "u"))
        #expect(try ADALCacheArchive(parsing: archive.bytes).items.isEmpty)
    }
}
