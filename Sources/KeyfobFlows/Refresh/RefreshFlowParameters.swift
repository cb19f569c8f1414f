public import KeyfobCore
public import KeyfobOAuth

/// What is needed to get a new access token without a person.
public struct RefreshFlowParameters: Sendable {
    /// The app's client id.
    public var clientID: String
    /// Where the token is wanted from: the account's host, and a tenant.
    public var authority: Authority
    /// The refresh token.
    public var refreshToken: Secret<String>
    /// The environment under which the refresh token is stored: it is sent to that cloud only.
    public var environment: String
    /// The clouds that are known; the driver puts in those that it knows.
    public var clouds = CloudDirectory()
    /// The scopes that a token is wanted for, without the reserved ones, which are always sent.
    public var scopes: ScopeSet
    /// `claims`: the JSON text, capabilities included.
    public var claims: String?
    /// The id by which the server's logs know this call; a random one if it is nil.
    public var correlationID: String?
    /// The key that the access token shall be bound to; nil for a bearer token.
    public var binding: TokenBinding?
    /// Further header fields of the token request, for the server's telemetry.
    public var headerFields = HTTPFields()
    /// Further parameters of the token endpoint's query.
    public var tokenQuery = FormParameters()

    /// Whose endpoints are used; the version 1 ones want a ``resource`` and know no scopes.
    public var dialect: OAuthDialect = .v2
    /// v1: what the access token is for (`resource`).
    public var resource: String?

    /// Makes parameters.
    public init(
        clientID: String, authority: Authority, refreshToken: Secret<String>, environment: String, scopes: ScopeSet,
        claims: String? = nil, correlationID: String? = nil
    ) {
        self.clientID = clientID
        self.authority = authority
        self.refreshToken = refreshToken
        self.environment = environment
        self.scopes = scopes
        self.claims = claims
        self.correlationID = correlationID
    }
}
