import Foundation

/// What to ask for without any user interface.
#if canImport(ObjectiveC)
@objc(MSALSilentTokenParameters)
@objcMembers
#endif
public final class MSALSilentTokenParameters: MSALTokenParameters {
    /// Whether to go to the server although a valid token is cached.
    public var forceRefresh = false
    /// Whether a refresh token of the app's own may be used when the SSO extension failed.
    public var allowUsingLocalCachedRtWhenSsoExtFailed = true

    /// Makes parameters.
    ///
    /// - Parameters:
    ///   - scopes: those that the access token must have; `RESOURCE/.default` for what the registration lists.
    ///   - account: whose token.
    #if canImport(ObjectiveC)
    @objc(initWithScopes:account:)
    #endif
    public init(scopes: [String], account: MSALAccount) {
        super.init(scopes: scopes)
        self.account = account
    }
}
