package import KeyfobCore

/// A query for an access token.
package struct AccessTokenQuery: Sendable {
    /// The request's environment; a token of an alias matches too.
    package let environment: String
    /// Every name of the environment, if the client has them; nil for the names in the known clouds.
    package let aliases: [String]?
    /// The tenant; nil for the account's home tenant.
    package let realm: String?
    /// The client.
    package let clientID: String
    /// The requesting app: its bundle id, or else its redirect URI.
    package let app: String
    /// The scopes that the token must include, in any letter case, without the reserved ones.
    package let scopes: ScopeSet
    /// The present time, in seconds since 1970.
    package let now: Int64
    /// The seconds before its expiry from which a token counts as expired.
    package let buffer: Int64
    /// `token_type`
    package let tokenType: String
    /// The key that the token must be bound to; nil for a bearer token.
    package let keyID: String?
    /// Whether the provider grants `email` without naming it.
    package var impliesEmail = true

    /// Makes a query.
    package init(
        environment: String, realm: String?, clientID: String, app: String, scopes: ScopeSet, now: Int64,
        buffer: Int64 = 300, tokenType: String = "Bearer", keyID: String? = nil, aliases: [String]? = nil
    ) {
        self.environment = environment
        self.aliases = aliases
        self.realm = realm
        self.clientID = clientID
        self.app = app
        self.scopes = scopes
        self.now = now
        self.buffer = buffer
        self.tokenType = tokenType
        self.keyID = keyID
    }
}
