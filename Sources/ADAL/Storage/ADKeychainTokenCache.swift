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
public final class ADKeychainTokenCache: NSObject, Sendable {
    /// The group, without the team's prefix.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let sharedGroup: String
    private let open: @Sendable () -> Result<ADTokenStore, ADAuthenticationError>

    /// The cache of the default group.
    public override convenience init() { self.init(group: nil) }

    /// The cache of a group in the platform's keychain.
    ///
    /// - Parameter sharedGroup: without the team's prefix; nil means the default group.
    #if canImport(ObjectiveC)
    @objc(initWithGroup:)
    #endif
    public init(group sharedGroup: String?) {
        let name = sharedGroup ?? ADKeychainGroup.shared.use()
        self.sharedGroup = name
        open = { ADPlatform.shared.tokenStore(group: name) }
        super.init()
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
        self.sharedGroup = name
        open = {
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
    public static func defaultKeychainGroup() -> String? { ADKeychainGroup.shared.name }

    /// Sets the default group; nil means the app's own. Has no effect once a context or the default cache uses it.
    #if canImport(ObjectiveC)
    @objc(setDefaultKeychainGroup:)
    #endif
    public static func setDefaultKeychainGroup(_ keychainGroup: String?) {
        ADKeychainGroup.shared.choose(keychainGroup)
    }

    /// The cache of the default group (`defaultKeychainCache`).
    #if canImport(ObjectiveC)
    @objc(defaultKeychainCache)
    #endif
    public static func defaultKeychain() -> ADKeychainTokenCache { ADKeychainTokenCache() }

    /// The cache of a group (`keychainCacheForGroup:`); nil means the default one.
    #if canImport(ObjectiveC)
    @objc(keychainCacheForGroup:)
    #endif
    public static func keychain(forGroup group: String?) -> ADKeychainTokenCache { ADKeychainTokenCache(group: group) }

    func store() throws(ADAuthenticationError) -> ADTokenStore { try open().get() }
}
