public import Foundation

/// What to ask a token for.
#if canImport(ObjectiveC)
@objc(MSALTokenParameters)
@objcMembers
#endif
public class MSALTokenParameters: MSALParameters {
    /// The scopes of one resource that the access token must have. `openid`, `profile` and `offline_access` are added by
    /// the SDK and are refused here.
    public var scopes: [String]
    /// Whose token; with an interactive call who must sign in.
    public var account: MSALAccount?
    /// Where, if not at the application's own authority.
    public var authority: MSALAuthority?
    /// Claims to ask for. A request that has any goes to the server.
    public var claimsRequest: MSALClaimsRequest?
    /// Further parameters of the requests; they never replace one of the SDK's own.
    public var extraQueryParameters: [String: String]?
    /// What ties this call to the server's log; made up if nil.
    public var correlationId: UUID?
    /// How the token will be presented; nil means Bearer.
    public var authenticationScheme: (any MSALAuthenticationSchemeProtocol)?
    #if os(macOS)
    /// How the broker is reached over XPC. Kept for source compatibility: Keyfob does not use XPC.
    public var msalXpcMode = MSALXpcMode.disabled
    #endif

    /// Makes parameters.
    ///
    /// - Parameter scopes: those that the access token must have.
    #if canImport(ObjectiveC)
    @objc(initWithScopes:)
    #endif
    public init(scopes: [String]) {
        self.scopes = scopes
        super.init()
    }
}
