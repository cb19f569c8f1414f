#if canImport(ObjectiveC)
public import Foundation

/// ADAL's factories by their Objective-C names; Swift calls the initializers.
extension ADAuthenticationContext {
    /// Makes a context whose authority is validated, with the platform's cache.
    @objc(authenticationContextWithAuthority:error:)
    public static func authenticationContext(
        withAuthority authority: String, error: ADErrorPointer
    ) -> ADAuthenticationContext? {
        ADAuthenticationContext(authority: authority, error: error)
    }

    /// Makes a context with the platform's cache.
    @objc(authenticationContextWithAuthority:validateAuthority:error:)
    public static func authenticationContext(
        withAuthority authority: String, validateAuthority: Bool, error: ADErrorPointer
    ) -> ADAuthenticationContext? {
        ADAuthenticationContext(authority: authority, validateAuthority: validateAuthority, error: error)
    }

    /// Makes a context whose authority is validated, with a keychain group.
    @objc(authenticationContextWithAuthority:sharedGroup:error:)
    public static func authenticationContext(
        withAuthority authority: String, sharedGroup: String?, error: ADErrorPointer
    ) -> ADAuthenticationContext? {
        ADAuthenticationContext(authority: authority, sharedGroup: sharedGroup, error: error)
    }

    /// Makes a context with a keychain group.
    @objc(authenticationContextWithAuthority:validateAuthority:sharedGroup:error:)
    public static func authenticationContext(
        withAuthority authority: String, validateAuthority: Bool, sharedGroup: String?, error: ADErrorPointer
    ) -> ADAuthenticationContext? {
        ADAuthenticationContext(
            authority: authority, validateAuthority: validateAuthority, sharedGroup: sharedGroup, error: error)
    }

    /// Makes a context with a private cache, which a delegate stores.
    @objc(authenticationContextWithAuthority:validateAuthority:cacheDelegate:error:)
    public static func authenticationContext(
        withAuthority authority: String, validateAuthority: Bool, cacheDelegate: (any ADTokenCacheDelegate)?,
        error: ADErrorPointer
    ) -> ADAuthenticationContext? {
        ADAuthenticationContext(
            authority: authority, validateAuthority: validateAuthority, cacheDelegate: cacheDelegate, error: error)
    }
}
#endif
