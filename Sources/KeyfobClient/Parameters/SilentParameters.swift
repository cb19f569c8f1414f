public import KeyfobBrokerClient
public import KeyfobCore

/// The parameters of a call without any user interface.
public struct SilentParameters: Sendable {
    /// The scopes of one resource that the access token must have. `openid`, `profile` and `offline_access` are added
    /// by the SDK and are refused here, except for an OpenID provider: it may get them only if they are passed.
    public var scopes: ScopeSet
    /// The account.
    public var account: Account
    /// The authority, which may name another tenant of the same cloud; nil means the application's own.
    public var authority: Authority?
    /// Whether a token is requested from the server although a valid one is cached.
    public var forceRefresh: Bool
    /// Claims to request, for instance a resource's claims challenge. With claims, the token is requested from the
    /// server.
    public var claims: ClaimsRequest?
    /// The id of this call in the server's log; made up if a request is sent.
    public var correlationID: String?
    /// How the token is presented to the resource.
    public var scheme: AuthenticationScheme
    /// Further parameters of the token endpoint's query.
    public var extraQueryParameters: [String: String] = [:]
    /// Whether a broker is asked; nil leaves it to the configuration.
    public var brokerUse: BrokerUse?
    /// Whether a stored refresh token is redeemed if the single sign-on extension has failed, or is missing.
    public var usesStoreAfterBroker = true
    /// The key that the token is bound to, once it is known.
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

    /// Makes the parameters of a call that follows a resource's claims challenge.
    ///
    /// - Parameters:
    ///   - scopes: the scopes of the token.
    ///   - account: the account.
    ///   - authority: the authority; nil means the configuration's.
    ///   - claimsChallenge: the `claims` value of its `WWW-Authenticate`, unchanged.
    ///   - correlationID: the id of the call in the server's log; nil makes one.
    ///   - scheme: how the token is presented.
    /// - Throws: `AuthError` with code `configuration` if the challenge is not a claims request.
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

extension SilentParameters {
    /// The key that a stored token must be bound to, which no token is while there is no key; nil for bearer tokens.
    var boundKeyID: String? { scheme.proof == nil ? nil : proofKey?.id ?? "" }
    /// Whether no claims are requested; capabilities alone do not count.
    var asksNoClaims: Bool { claims?.isEmpty ?? true }
}
