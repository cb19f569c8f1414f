public import Foundation
package import KeyfobCache
package import KeyfobClient
import KeyfobCore
import KeyfobStoreKeychain

/// ADAL's cache in one group of a keychain.
///
/// On Apple's platforms it is the system's keychain; elsewhere pass one, for instance a simulated one.
#if canImport(ObjectiveC)
@objc(ADKeychainTokenCache)
#endif
// Immutable; a subclass is responsible for its own properties.
open class ADKeychainTokenCache: NSObject, @unchecked Sendable {
    private typealias StoreMaker = @Sendable () -> Result<ADTokenStore, ADAuthenticationError>

    private let name: String
    private let makeStore: StoreMaker

    /// The group, without the team's prefix.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var sharedGroup: String { name }

    /// The cache of the default group.
    public override init() {
        (name, makeStore) = Self.platform(nil)
        super.init()
    }

    /// The cache of a group in the platform's keychain; nil if no keychain group can have the name.
    ///
    /// - Parameter sharedGroup: without the team's prefix; nil means the default group.
    #if canImport(ObjectiveC)
    @objc(initWithGroup:)
    #endif
    public init?(group sharedGroup: String?) {
        if let sharedGroup, (try? AccessGroup(sharedGroup)) == nil { return nil }
        (name, makeStore) = Self.platform(sharedGroup)
        super.init()
    }

    private init(checkedLater sharedGroup: String?) {
        (name, makeStore) = Self.platform(sharedGroup)
        super.init()
    }

    private static func platform(_ sharedGroup: String?) -> (String, StoreMaker) {
        let name = sharedGroup ?? ADKeychainGroup.shared.use()
        return (name, { ADPlatform.shared.tokenStore(group: name) })
    }

    /// The cache of a group in a keychain.
    ///
    /// - Parameters:
    ///   - sharedGroup: without the team's prefix; nil means the default group.
    ///   - keychain: the keychain.
    ///   - environment: its clock and log are used.
    ///   - host: the app.
    package init(
        group sharedGroup: String? = nil, keychain: any KeychainServices, environment: ClientEnvironment,
        host: ADHost = ADHost()
    ) {
        let name = sharedGroup ?? ADKeychainGroup.shared.name
        self.name = name
        makeStore = {
            var environment = environment
            do throws(AuthError) {
                try environment.useADALKeychain(keychain, sharedGroup: name)
            } catch {
                return .failure(ADAuthenticationError(error, isSilent: true))
            }
            let cache = environment.adalCache ?? InMemoryADALCache()
            return .success(ADTokenStore(cache: cache, environment: environment, app: host.appIdentifier ?? name))
        }
        super.init()
    }

    /// The group of caches and contexts that name none, without the team's prefix.
    #if canImport(ObjectiveC)
    @objc(defaultKeychainGroup)
    #endif
    open class func defaultKeychainGroup() -> String? { ADKeychainGroup.shared.name }

    /// Sets the default group; nil means the app's own. Has no effect once a context or the default cache uses it.
    #if canImport(ObjectiveC)
    @objc(setDefaultKeychainGroup:)
    #endif
    open class func setDefaultKeychainGroup(_ keychainGroup: String?) {
        ADKeychainGroup.shared.choose(keychainGroup)
    }

    /// The cache of the default group (`defaultKeychainCache`).
    #if canImport(ObjectiveC)
    @objc(defaultKeychainCache)
    #endif
    open class func defaultKeychain() -> ADKeychainTokenCache { ADKeychainTokenCache() }

    /// The cache of a group; nil means the default one. If no keychain group can have the name, the cache's functions
    /// return the error.
    #if canImport(ObjectiveC)
    @objc(keychainCacheForGroup:)
    #endif
    open class func keychainCache(forGroup group: String?) -> ADKeychainTokenCache {
        ADKeychainTokenCache(checkedLater: group)
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

    func store() throws(ADAuthenticationError) -> ADTokenStore { try makeStore().get() }
}
