import Foundation
import Keyfob
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobStoreKeychain
import Synchronization

/// The environments of contexts and caches that are made without one: the platform's, one for each group.
final class ADPlatform: Sendable {
    static let shared = ADPlatform()

    private let environments = Mutex<[String: ClientEnvironment]>([:])

    /// The platform's transport, browser and stores for a keychain group.
    ///
    /// - Throws: the `AuthError` of the platform's store.
    func environment(group: String) throws(AuthError) -> ClientEnvironment {
        if let known = environments.withLock({ $0[group] }) { return known }
        var configuration = try ClientConfiguration(clientID: "adal", accessGroup: AccessGroup(group))
        configuration.transportTimeout = Double(ADAuthenticationSettings.sharedInstance().requestTimeOut)
        var environment = try ClientEnvironment(
            platformOf: configuration, processEnvironment: ProcessInfo.processInfo.environment)
        environment.keychainGroup = group
        #if os(iOS) && canImport(UIKit)
        environment.broker?.urls = ApplicationURLs.shared
        #endif
        #if canImport(Security) && canImport(UIKit)
        try environment.useADALKeychain(SecurityKeychainServices(), sharedGroup: group)
        #else
        environment.adalCache = ADTokenCache.default().asADALCache
        #endif
        let made = environment
        return environments.withLock { environments in
            let environment = environments[group] ?? made
            environments[group] = environment
            return environment
        }
    }

    func tokenStore(group: String) -> Result<ADTokenStore, ADAuthenticationError> {
        do throws(AuthError) {
            let environment = try environment(group: group)
            let cache = environment.adalCache ?? InMemoryADALCache()
            return .success(ADTokenStore(cache: cache, environment: environment, app: Self.app))
        } catch {
            return .failure(ADAuthenticationError(error, isSilent: true))
        }
    }

    /// The store for an app's cache, with the shared store of the default group.
    func tokenStore(cache: any ADALCache) -> Result<ADTokenStore, ADAuthenticationError> {
        do throws(AuthError) {
            let environment = try environment(group: ADKeychainGroup.shared.use())
            return .success(ADTokenStore(cache: cache, environment: environment, app: Self.app))
        } catch {
            return .failure(ADAuthenticationError(error, isSilent: true))
        }
    }

    private static var app: String { ADHost.process.appIdentifier ?? ProcessInfo.processInfo.processName }
}
