public import KeyfobCore

/// What to ask for without any user interface.
public struct SilentParameters: Sendable {
    /// The scopes of one resource that the access token must have. `openid`, `profile` and `offline_access` are added
    /// by the SDK and are refused here.
    public var scopes: ScopeSet
    /// Whose token.
    public var account: Account
    /// Where, if not at the application's own authority: names another tenant of the same cloud.
    public var authority: Authority?
    /// Whether to go to the server although a valid token is cached.
    public var forceRefresh: Bool
    /// Claims to ask for, for instance a resource's claims challenge. A request that has any goes to the server.
    public var claims: ClaimsRequest?
    /// What ties this call to the server's log; made up if the server has to be asked.
    public var correlationID: String?

    /// Makes the parameters.
    public init(
        scopes: ScopeSet, account: Account, authority: Authority? = nil, forceRefresh: Bool = false,
        claims: ClaimsRequest? = nil, correlationID: String? = nil
    ) {
        self.scopes = scopes
        self.account = account
        self.authority = authority
        self.forceRefresh = forceRefresh
        self.claims = claims
        self.correlationID = correlationID
    }
}
