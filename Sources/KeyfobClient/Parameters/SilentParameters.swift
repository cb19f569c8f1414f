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
    /// How the token is to be shown to the resource.
    public var scheme: AuthenticationScheme
    /// Further parameters of the token endpoint's query.
    public var extraQueryParameters: [String: String] = [:]
    /// Whether a broker is asked; nil leaves it to the configuration.
    public var brokerUse: BrokerUse?
    /// Whether a refresh token in the store is spent if the single sign-on extension has failed, or is not there.
    public var usesStoreAfterBroker = true
    /// The key that the token is to be bound to, once it is known.
    var proofKey: ProofKey?

    /// Makes the parameters.
    public init(
        scopes: ScopeSet, account: Account, authority: Authority? = nil, forceRefresh: Bool = false,
        claims: ClaimsRequest? = nil, correlationID: String? = nil, scheme: AuthenticationScheme = .bearer
    ) {
        self.scopes = scopes
        self.account = account
        self.authority = authority
        self.forceRefresh = forceRefresh
        self.claims = claims
        self.correlationID = correlationID
        self.scheme = scheme
    }

    /// Makes the parameters of a call that a resource has asked for by a claims challenge.
    ///
    /// - Parameters:
    ///   - scopes: what the token is for.
    ///   - account: whose it is.
    ///   - authority: where to ask; nil means the configuration's.
    ///   - claimsChallenge: the `claims` value of its `WWW-Authenticate`, as it came.
    ///   - correlationID: what ties the call to the server's log; nil makes one.
    ///   - scheme: how the token is presented.
    /// - Throws: `AuthError` with code `configuration` if that is no claims request.
    public init(
        scopes: ScopeSet, account: Account, authority: Authority? = nil, claimsChallenge: String,
        correlationID: String? = nil, scheme: AuthenticationScheme = .bearer
    ) throws(AuthError) {
        self.init(
            scopes: scopes, account: account, authority: authority,
            claims: try ClaimsRequest(challenge: claimsChallenge),
            correlationID: correlationID, scheme: scheme)
    }
}
