import ADAL
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobTesting
import Synchronization
import Testing

@Suite("ADAL's cache with a delegate")
struct TokenCacheTests {
    /// Stores the cache in memory, as an app stores it in a file.
    private final class Keeper: NSObject, ADTokenCacheDelegate, Sendable {
        private let state = Mutex<(data: Data?, calls: [String])>((nil, []))
        var calls: [String] { state.withLock { $0.calls } }
        var data: Data? { state.withLock { $0.data } }

        private func note(_ name: String) { state.withLock { $0.calls.append(name) } }

        func willAccessCache(_ cache: ADTokenCache) {
            note("willAccess")
            cache.deserialize(data, error: nil)
        }
        func didAccessCache(_ cache: ADTokenCache) { note("didAccess") }
        func willWrite(_ cache: ADTokenCache) {
            note("willWrite")
            cache.deserialize(data, error: nil)
        }
        func didWrite(_ cache: ADTokenCache) {
            note("didWrite")
            let serialized = cache.serialize()
            state.withLock { $0.data = serialized }
        }
    }

    @Test("The delegate updates the cache before each use, and stores it after each change")
    func delegate() async throws {
        let world = try await World()
        let keeper = Keeper()
        let cache = ADTokenCache()
        cache.setDelegate(keeper)
        let context = try world.context(browser: world.browser(), legacy: cache.asADALCache)
        #expect(await context.asking().status == AD_SUCCEEDED)
        let calls = keeper.calls
        #expect(calls.prefix(2) == ["willAccess", "didAccess"])
        #expect(calls.suffix(2) == ["willWrite", "didWrite"])
        let bytes = try #require(keeper.data)
        #expect(try ADALCacheArchive(parsing: Array(bytes)).items.count == 2)
        // Another process, with the same delegate's file.
        let restarted = ADTokenCache()
        restarted.setDelegate(keeper)
        let other = try world.context(legacy: restarted.asADALCache)
        #expect(await other.silent().status == AD_SUCCEEDED)
        #expect(world.tokenRequests == 1)
        #expect(try restarted.asADALCache.items(ADALCacheQuery()).count == 2)
    }

    @Test("A delegate is retained and loads the cache at once; another delegate begins with an empty cache")
    func delegates() async throws {
        let world = try await World()
        let cache = ADTokenCache()
        let first = Keeper()
        cache.setDelegate(first)
        let context = try world.context(browser: world.browser(), legacy: cache.asADALCache)
        #expect(await context.asking().status == AD_SUCCEEDED)
        cache.setDelegate(Keeper())
        #expect(try cache.asADALCache.items(ADALCacheQuery()).isEmpty)
        let restored = ADTokenCache()
        restored.setDelegate(first)
        #expect(restored.serialize() == first.data)
        // Nothing but the cache has this delegate.
        weak var kept: Keeper?
        do {
            let delegate = Keeper()
            kept = delegate
            restored.setDelegate(delegate)
        }
        #expect(kept?.calls == ["willAccess", "didAccess"])
        restored.setDelegate(nil)
        #expect(kept == nil)
    }

    @Test("Serialized data is read again; nil empties; damage is 302, a newer version 301, and changes nothing")
    func serialization() async throws {
        let world = try await World()
        let cache = ADTokenCache()
        let context = try world.context(browser: world.browser(), legacy: cache.asADALCache)
        #expect(await context.asking().status == AD_SUCCEEDED)
        let data = try #require(cache.serialize())
        let copy = ADTokenCache()
        #expect(copy.deserialize(data, error: nil))
        #expect(copy.serialize() == data)
        var error: ADAuthenticationError?
        #expect(!copy.deserialize(Data("nonsense".utf8), error: &error))
        #expect(error?.code == ADErrorCode.ERROR_CACHE_BAD_FORMAT.rawValue)
        #expect(copy.serialize() == data)
        let newer = KeyedArchive.encode(
            .dictionary(
                ArchivedDictionary([
                    ArchivedDictionary.Entry(.string("version"), .real(2)),
                    ArchivedDictionary.Entry(.string("tokenCache"), .dictionary(ArchivedDictionary())),
                ])))
        #expect(!copy.deserialize(Data(newer), error: &error))
        #expect(error?.code == ADErrorCode.ERROR_CACHE_VERSION_MISMATCH.rawValue)
        #expect(copy.deserialize(nil, error: nil))
        #expect(try copy.asADALCache.items(ADALCacheQuery()).isEmpty)
    }
}
