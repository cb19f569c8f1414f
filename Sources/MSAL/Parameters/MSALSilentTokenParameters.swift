import Foundation

/// The parameters of a request for a token without any user interface.
#if canImport(ObjectiveC)
@objc(MSALSilentTokenParameters)
@objcMembers
#endif
open class MSALSilentTokenParameters: MSALTokenParameters {
    /// Whether a request is sent to the server although a valid token is cached.
    open var forceRefresh = false
    /// Whether the app's own refresh token may be used after the SSO extension failed.
    open var allowUsingLocalCachedRtWhenSsoExtFailed = true

    /// Makes parameters.
    ///
    /// - Parameters:
    ///   - scopes: the scopes that the access token must have; `RESOURCE/.default` for those of the registration.
    ///   - account: the account of the token.
    #if canImport(ObjectiveC)
    @objc(initWithScopes:account:)
    #endif
    public init(scopes: [String], account: MSALAccount) {
        super.init(scopes: scopes)
        self.account = account
    }
}
