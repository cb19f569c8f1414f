package import KeyfobCore

/// The parts of a successful token response that are stored. All times are seconds since 1970.
package struct SaveInput: Sendable {
    /// The account.
    package var homeAccountID: String
    /// The host of the response; stored as the cloud's preferred name.
    package var environment: String
    /// The tenant that issued the tokens (`tid` of the id token).
    package var realm: String
    /// The client.
    package var clientID: String
    /// The app: its bundle id, or else its redirect URI.
    package var app: String
    /// The user's object id in the tenant (`oid`, else `sub`).
    package var localAccountID: String
    /// `preferred_username`, else `upn`.
    package var username: String
    /// `authority_type`
    package var authorityType = "MSSTS"
    /// Further members of the account item: what IdentityCore writes of the user (`name`, `given_name`, `middle_name`,
    /// `family_name`, `alternative_account_id`) and the raw `client_info`. Only other libraries read them.
    package var userMembers: [String: String] = [:]
    /// The access token.
    package var accessToken: Secret<String>?
    /// `token_type`
    package var tokenType = "Bearer"
    /// The key that the access token is bound to (`kid`); nil for a bearer token.
    package var keyID: String?
    /// The granted scopes, without the reserved ones.
    package var scopes: ScopeSet = []
    /// The time of the response.
    package var cachedAt: Int64
    /// The time at which the access token expires.
    package var expiresOn: Int64
    /// The time until which it may be used during an outage; nil if not in the response.
    package var extendedExpiresOn: Int64?
    /// The time from which to refresh it; nil if not in the response.
    package var refreshOn: Int64?
    /// The claims request that was sent, in canonical form; nil if there was none.
    package var requestedClaims: String?
    /// The refresh token, if the response has one.
    package var refreshToken: Secret<String>?
    /// The family that may use the refresh token (`foci`).
    package var familyID: String?
    /// The validated id token, if the response has one.
    package var idToken: Secret<String>?

    /// Makes an input with the members that are always present; the others are set afterwards.
    package init(
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
