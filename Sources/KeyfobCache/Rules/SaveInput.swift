public import KeyfobCore

/// The parts of a successful token response that are stored. All times are seconds since 1970.
public struct SaveInput: Sendable {
    /// The account.
    public var homeAccountID: String
    /// The host of the response; stored as the cloud's preferred name.
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
    /// The time of the response.
    public var cachedAt: Int64
    /// The time at which the access token expires.
    public var expiresOn: Int64
    /// The time until which it may be used during an outage; nil if not in the response.
    public var extendedExpiresOn: Int64?
    /// The time from which to refresh it; nil if not in the response.
    public var refreshOn: Int64?
    /// The claims request that was sent, in canonical form; nil if there was none.
    public var requestedClaims: String?
    /// The refresh token, if the response has one.
    public var refreshToken: Secret<String>?
    /// The family that may use the refresh token (`foci`).
    public var familyID: String?
    /// The validated id token, if the response has one.
    public var idToken: Secret<String>?

    /// Makes an input with the members that are always present; the others are set afterwards.
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
