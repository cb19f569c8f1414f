public import Foundation
import KeyfobCore

/// The store of an application's credentials, and the other accounts that it lists.
#if canImport(ObjectiveC)
@objc(MSALCacheConfig)
@objcMembers
#endif
open class MSALCacheConfig: NSObject, NSCopying {
    /// The group of the credential store that the apps of a suite share: a keychain access group without the team's
    /// prefix on Apple's platforms, the name of a store elsewhere. With the app's bundle id the store is the app's
    /// alone.
    open var keychainSharingGroup: String

    /// Further sources of accounts, in the order they were added.
    open private(set) var externalAccountProviders: [any MSALExternalAccountProviding]

    #if !os(iOS)
    /// ADAL's cache, where the app stores its bytes itself: its accounts are listed, and each moves into the store at
    /// its first silent call. On macOS in MSAL, on Linux an addition.
    open var serializedADALCache: MSALSerializedADALCacheProvider?
    #endif

    #if os(macOS)
    /// The applications that may read the login keychain's items without prompting the user. Kept for source
    /// compatibility: the data protection keychain, which Keyfob uses, has no such list.
    open var trustedApplications: [Any] = []

    /// Makes entries for ``trustedApplications``.
    ///
    /// - Parameter appPaths: the applications' bundles.
    /// - Throws: an error of ``MSALErrorDomain``: Keyfob keeps nothing in the login keychain.
    #if canImport(ObjectiveC)
    @objc(createTrustedApplicationListFromPaths:error:)
    #endif
    open func createTrustedApplicationList(fromPaths appPaths: [String]) throws -> [Any] {
        throw ErrorTranslation.error(
            .internalErrorInvalidParameter,
            "Keyfob keeps its items in the data protection keychain, which has no list of trusted applications. "
                + "Share them through keychainSharingGroup.")
    }
    #endif

    init(
        keychainSharingGroup: String = MSALCacheConfig.defaultKeychainSharingGroup(),
        externalAccountProviders: [any MSALExternalAccountProviding] = []
    ) {
        self.keychainSharingGroup = keychainSharingGroup
        self.externalAccountProviders = externalAccountProviders
    }

    /// `com.microsoft.adalcache`; on macOS `com.microsoft.identity.universalstorage`.
    #if canImport(ObjectiveC)
    @objc(defaultKeychainSharingGroup)
    #endif
    open class func defaultKeychainSharingGroup() -> String {
        #if os(macOS)
        "com.microsoft.identity.universalstorage"
        #else
        AccessGroup.standard.name
        #endif
    }

    /// Adds a source of further accounts.
    ///
    /// - Parameter externalAccountProvider: asked for accounts at each listing, and notified of each sign-in and
    ///   removal.
    #if canImport(ObjectiveC)
    @objc(addExternalAccountProvider:)
    #endif
    open func addExternalAccountProvider(_ externalAccountProvider: any MSALExternalAccountProviding) {
        externalAccountProviders.append(externalAccountProvider)
    }

    /// Returns a copy with the same values; the providers are shared.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = MSALCacheConfig(
            keychainSharingGroup: keychainSharingGroup, externalAccountProviders: externalAccountProviders)
        #if !os(iOS)
        copy.serializedADALCache = serializedADALCache
        #endif
        #if os(macOS)
        copy.trustedApplications = trustedApplications
        #endif
        return copy
    }
}
