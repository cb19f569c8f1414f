public import Foundation

/// The parameters of a request for a token.
#if canImport(ObjectiveC)
@objc(MSALTokenParameters)
@objcMembers
#endif
open class MSALTokenParameters: MSALParameters {
    /// The scopes of one resource that the access token must have. The SDK adds `openid`, `profile` and
    /// `offline_access`, and refuses them here.
    open var scopes: [String]
    /// The account of the token; with an interactive call the account that must sign in.
    open var account: MSALAccount?
    /// The authority of the request; nil for the application's own.
    open var authority: MSALAuthority?
    /// The claims to request. A request with claims always goes to the server.
    open var claimsRequest: MSALClaimsRequest?
    /// Further parameters of the requests; they never replace one of the SDK's own.
    open var extraQueryParameters: [String: String]?
    /// The correlation id of the request in the server's log; generated if nil.
    open var correlationId: UUID?
    /// The scheme in which the token will be presented; nil means Bearer.
    open var authenticationScheme: (any MSALAuthenticationSchemeProtocol)?
    #if os(macOS)
    /// How the broker is reached over XPC. Kept for source compatibility: Keyfob does not use XPC.
    open var msalXpcMode = MSALXpcMode.disabled
    #endif

    /// Makes parameters.
    ///
    /// - Parameter scopes: the scopes that the access token must have.
    #if canImport(ObjectiveC)
    @objc(initWithScopes:)
    #endif
    public init(scopes: [String]) {
        self.scopes = scopes
        super.init()
    }
}
