public import Foundation
import KeyfobBackport
package import KeyfobCache
import KeyfobCore

/// ADAL's cache on macOS: in memory, and stored by its delegate.
///
/// On Linux it is the cache of contexts that name no other. Refresh tokens and accounts are also in the credential
/// store that the suite's apps share, so a user stays signed in without a delegate.
#if canImport(ObjectiveC)
@objc(ADTokenCache)
#endif
public final class ADTokenCache: NSObject, Sendable {
    /// An app's delegate. ADAL calls it on any thread; the app is responsible for its thread safety.
    private struct Reference: @unchecked Sendable {
        weak var delegate: (any ADTokenCacheDelegate)?
    }

    private static let shared = ADTokenCache()
    private let memory = InMemoryADALCache()
    private let reference = Mutex(Reference())

    /// Makes an empty cache without a delegate.
    public override init() { super.init() }

    /// The cache of contexts that name no delegate.
    #if canImport(ObjectiveC)
    @objc(defaultCache)
    #endif
    public static func defaultCache() -> ADTokenCache { shared }

    /// Sets the delegate that stores the cache; it is not retained.
    #if canImport(ObjectiveC)
    @objc(setDelegate:)
    #endif
    public func setDelegate(_ delegate: (any ADTokenCacheDelegate)?) {
        let reference = Reference(delegate: delegate)
        self.reference.withLock { $0 = reference }
    }

    var delegate: (any ADTokenCacheDelegate)? { reference.withLock { $0 }.delegate }

    /// The whole cache in ADAL's format (version 1.0). It contains tokens: store it where only the user may read it.
    #if canImport(ObjectiveC)
    @objc(serialize)
    #endif
    public func serialize() -> Data? { Data(memory.contents.bytes) }

    /// Replaces the cache with one that ``serialize()``, or ADAL, wrote; nil empties it.
    ///
    /// - Returns: false, with an error, if it is damaged (302) or of a newer version (301). The cache is then
    ///   unchanged.
    #if canImport(ObjectiveC)
    @objc(deserialize:error:)
    #endif
    @discardableResult
    public func deserialize(_ data: Data?, error: ADErrorPointer) -> Bool {
        guard let data, !data.isEmpty else {
            memory.contents = ADALCacheArchive()
            return true
        }
        do throws(ADALCacheFormatError) {
            memory.contents = try ADALCacheArchive(parsing: Array(data))
            return true
        } catch let fault {
            error?.pointee = ADAuthenticationError(
                code: fault.message.contains("newer version")
                    ? .ERROR_CACHE_VERSION_MISMATCH : .ERROR_CACHE_BAD_FORMAT,
                errorDetails: "The token cache cannot be read: \(fault.message)")
            return false
        }
    }

    /// The cache for ``KeyfobClient/ClientEnvironment/adalCache``, which notifies the delegate of each use.
    package var asADALCache: any ADALCache { DelegatedTokenCache(cache: self, memory: memory) }
}

/// A cache that notifies a delegate of each use.
private struct DelegatedTokenCache: ADALCache {
    let cache: ADTokenCache
    let memory: InMemoryADALCache

    func items(_ query: ADALCacheQuery) throws(AuthError) -> [ADALCacheItem] {
        let delegate = cache.delegate
        delegate?.willAccessCache(cache)
        defer { delegate?.didAccessCache(cache) }
        return try memory.items(query)
    }

    func put(_ items: [ADALCacheItem], sparing: Bool) throws(AuthError) {
        let delegate = cache.delegate
        delegate?.willWriteCache(cache)
        defer { delegate?.didWriteCache(cache) }
        try memory.put(items, sparing: sparing)
    }

    func remove(_ items: [ADALCacheItem], by app: String, at now: Date) throws(AuthError) {
        let delegate = cache.delegate
        delegate?.willWriteCache(cache)
        defer { delegate?.didWriteCache(cache) }
        try memory.remove(items, by: app, at: now)
    }
}

extension ADTokenCache {
    func store() throws(ADAuthenticationError) -> ADTokenStore {
        try ADPlatform.shared.tokenStore(cache: asADALCache).get()
    }
}

/// Stores an ``ADTokenCache`` for the app: with `deserialize` before it is read, with `serialize` after it was written.
/// Called on any thread, as in ADAL.
#if canImport(ObjectiveC)
@objc(ADTokenCacheDelegate)
#endif
public protocol ADTokenCacheDelegate: AnyObject {
    /// The cache is about to be read: update it.
    func willAccessCache(_ cache: ADTokenCache)
    /// The cache was read.
    func didAccessCache(_ cache: ADTokenCache)
    /// The cache is about to be written: update it.
    func willWriteCache(_ cache: ADTokenCache)
    /// The cache was written: store it.
    func didWriteCache(_ cache: ADTokenCache)
}
