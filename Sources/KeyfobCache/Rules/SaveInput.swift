public import KeyfobCore

/// What a successful token response writes. All times are seconds since 1970.
public struct SaveInput: Sendable {
    /// The account.
    public var homeAccountID: String
    /// The host that answered; it is stored under the cloud's preferred name.
    public var environment: String
    /// The tenant that issued the tokens (`tid` of the id token).
    public var realm: String
    /// The client.
    public var clientID: String
    /// The app: its bundle id, or else its redirect URI.
    public var app: String
    /// The user's object id in the tenant (`oid`, else `sub`).
    public var localAccountID: String
    /// `preferred_username`, else `upn`.
    public var username: String
    /// `authority_type`
    public var authorityType = "MSSTS"
    /// The access token.
    public var accessToken: Secret<String>?
    /// `token_type`
    public var tokenType = "Bearer"
    /// The key that the access token is bound to (`kid`); nil for a bearer token.
    public var keyID: String?
    /// The granted scopes, without the reserved ones.
    public var scopes: ScopeSet = []
    /// When the response came.
    public var cachedAt: Int64
    /// When the access token expires.
    public var expiresOn: Int64
    /// Until when it may serve an outage; nil if the response did not say.
    public var extendedExpiresOn: Int64?
    /// When to refresh it; nil if the response did not say.
    public var refreshOn: Int64?
    /// The claims request that was sent, in canonical form; nil if none was.
    public var requestedClaims: String?
    /// The refresh token, if one came.
    public var refreshToken: Secret<String>?
    /// The family that may use the refresh token (`foci`).
    public var familyID: String?
    /// The validated id token, if one came.
    public var idToken: Secret<String>?

    /// Makes an input with what is always there; the rest is set afterwards.
    public init(
        homeAccountID: String, environment: String, realm: String, clientID: String, app: String,
        localAccountID: String, username: String, cachedAt: Int64, expiresOn: Int64
    ) {
        self.homeAccountID = homeAccountID
        self.environment = environment
        self.realm = realm
        self.clientID = clientID
        self.app = app
        self.localAccountID = localAccountID
        self.username = username
        self.cachedAt = cachedAt
        self.expiresOn = expiresOn
    }
}
