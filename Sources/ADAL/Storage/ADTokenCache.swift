// swift-format-ignore-file: AlwaysUseLowerCamelCase

// A constant has the name that apps use.
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
// What changes is in a mutex; a subclass is responsible for its own properties.
open class ADTokenCache: NSObject, @unchecked Sendable {
    /// An app's delegate. ADAL calls it on any thread; the app is responsible for its thread safety.
    private struct Reference: @unchecked Sendable {
        var delegate: (any ADTokenCacheDelegate)?
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
    open class func `default`() -> ADTokenCache { shared }

    /// Sets the delegate that stores the cache, which is retained. Another delegate than before begins with an empty
    /// cache, and is called at once to load its own.
    #if canImport(ObjectiveC)
    @objc(setDelegate:)
    #endif
    open func setDelegate(_ delegate: (any ADTokenCacheDelegate)?) {
        let reference = Reference(delegate: delegate)
        let isNew = self.reference.withLock { current in
            defer { current = reference }
            return current.delegate !== delegate
        }
        guard isNew else { return }
        memory.contents = ADALCacheArchive()
        delegate?.willAccessCache(self)
        delegate?.didAccessCache(self)
    }

    var delegate: (any ADTokenCacheDelegate)? { reference.withLock { $0 }.delegate }

    /// The whole cache in ADAL's format (version 1.0). It contains tokens: store it where only the user may read it.
    #if canImport(ObjectiveC)
    @objc(serialize)
    #endif
    open func serialize() -> Data? { Data(memory.contents.bytes) }

    /// Replaces the cache with one that ``serialize()``, or ADAL, wrote; nil empties it.
    ///
    /// - Returns: false, with an error, if it is damaged (302) or of a newer version (301). The cache is then
    ///   unchanged.
    #if canImport(ObjectiveC)
    @objc(deserialize:error:)
    #endif
    @discardableResult
    open func deserialize(_ data: Data?, error: ADErrorPointer) -> Bool {
        guard let data, !data.isEmpty else {
            memory.contents = ADALCacheArchive()
            return true
        }
        do throws(PropertyListError) {
            memory.contents = try ADALCacheArchive(parsing: Array(data))
            return true
        } catch let failure {
            error?.pointee = ADAuthenticationError(
                code: failure.message.contains("newer version")
                    ? .ERROR_CACHE_VERSION_MISMATCH : .ERROR_CACHE_BAD_FORMAT,
                errorDetails: "The token cache cannot be read: \(failure.message)")
            return false
        }
    }

    /// Every token in the cache, access tokens and refresh tokens, and so the list of signed-in users, which a context
    /// does not have. nil, with an error, if the cache cannot be read.
    #if canImport(ObjectiveC)
    @objc(allItems:)
    #endif
    open func allItems(_ error: ADErrorPointer) -> [ADTokenCacheItem]? {
        reporting(error) { () throws(ADAuthenticationError) in try store().allItems() }
    }

    /// Removes a token. With a refresh token, the user's entries for this app in the shared credential store are
    /// removed too.
    ///
    /// Blocks the calling thread until the removal is durable; ``remove(_:)`` is for code in a task.
    #if canImport(ObjectiveC)
    @objc(removeItem:error:)
    #endif
    @discardableResult
    open func remove(_ item: ADTokenCacheItem, error: ADErrorPointer) -> Bool {
        waiting(error) { () async throws(ADAuthenticationError) in try await self.remove(item) }
    }

    /// Removes a client's tokens of all users. Other apps of the group that use the client lose theirs in this cache
    /// too.
    ///
    /// Blocks the calling thread until the removal is durable; ``removeAll(forClientId:)`` is for code in a task.
    #if canImport(ObjectiveC)
    @objc(removeAllForClientId:error:)
    #endif
    @discardableResult
    open func removeAll(forClientId clientId: String, error: ADErrorPointer) -> Bool {
        waiting(error) { () async throws(ADAuthenticationError) in try await self.removeAll(forClientId: clientId) }
    }

    /// Removes a user's tokens for a client.
    ///
    /// Blocks the calling thread until the removal is durable; ``removeAll(forUserId:clientId:)`` is for code in a
    /// task.
    #if canImport(ObjectiveC)
    @objc(removeAllForUserId:clientId:error:)
    #endif
    @discardableResult
    open func removeAll(forUserId userId: String, clientId: String, error: ADErrorPointer) -> Bool {
        waiting(error) { () async throws(ADAuthenticationError) in
            try await self.removeAll(forUserId: userId, clientId: clientId)
        }
    }

    /// Deletes everything of a user, for every client and every app of the group. Each app, including those in the
    /// background, then needs the user to sign in again. The deletion is logged.
    ///
    /// Blocks the calling thread until it is durable; ``wipeAllItems(forUserId:)`` is for code in a task.
    #if canImport(ObjectiveC)
    @objc(wipeAllItemsForUserId:error:)
    #endif
    @discardableResult
    open func wipeAllItems(forUserId userId: String, error: ADErrorPointer) -> Bool {
        waiting(error) { () async throws(ADAuthenticationError) in try await self.wipeAllItems(forUserId: userId) }
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
        delegate?.willWrite(cache)
        defer { delegate?.didWrite(cache) }
        try memory.put(items, sparing: sparing)
    }

    func remove(_ items: [ADALCacheItem], by app: String, at now: Date) throws(AuthError) {
        let delegate = cache.delegate
        delegate?.willWrite(cache)
        defer { delegate?.didWrite(cache) }
        try memory.remove(items, by: app, at: now)
    }
}

extension ADTokenCache {
    func store() throws(ADAuthenticationError) -> ADTokenStore {
        try ADPlatform.shared.tokenStore(cache: asADALCache).get()
    }
}

/// The version of the format of ``ADTokenCache/serialize()``.
public let CURRENT_WRAPPER_CACHE_VERSION: Double = ADALCacheArchive.version

/// Stores an ``ADTokenCache`` for the app: with `deserialize` before it is read, with `serialize` after it was written.
/// Called on any thread, as in ADAL.
#if canImport(ObjectiveC)
@objc(ADTokenCacheDelegate)
#endif
public protocol ADTokenCacheDelegate: NSObjectProtocol {
    /// The cache is about to be read: update it.
    func willAccessCache(_ cache: ADTokenCache)
    /// The cache was read.
    func didAccessCache(_ cache: ADTokenCache)
    /// The cache is about to be written: update it.
    #if canImport(ObjectiveC)
    @objc(willWriteCache:)
    #endif
    func willWrite(_ cache: ADTokenCache)
    /// The cache was written: store it.
    #if canImport(ObjectiveC)
    @objc(didWriteCache:)
    #endif
    func didWrite(_ cache: ADTokenCache)
}
