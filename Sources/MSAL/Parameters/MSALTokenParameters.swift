public import Foundation

/// What to ask a token for.
#if canImport(ObjectiveC)
@objc(MSALTokenParameters)
#endif
public class MSALTokenParameters: MSALParameters {
    /// The scopes of one resource that the access token must have. `openid`, `profile` and `offline_access` are added by
    /// the SDK and are refused here.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var scopes: [String]
    /// Whose token; with an interactive call who must sign in.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var account: MSALAccount?
    /// Where, if not at the application's own authority.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var authority: MSALAuthority?
    /// Claims to ask for. A request that has any goes to the server.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var claimsRequest: MSALClaimsRequest?
    /// Further parameters of the requests; they never replace one of the SDK's own.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var extraQueryParameters: [String: String]?
    /// What ties this call to the server's log; made up if nil.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var correlationId: UUID?
    /// How the token will be presented; nil means Bearer.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var authenticationScheme: (any MSALAuthenticationSchemeProtocol)?
    #if os(macOS)
    /// How the broker is reached over XPC. Kept for source compatibility: Keyfob does not use XPC.
    #if canImport(ObjectiveC)
    @objc
    #endif
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
