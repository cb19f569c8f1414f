package import KeyfobCore
package import KeyfobOAuth

/// The parameters of a silent token request.
package struct RefreshFlowParameters: Sendable {
    /// The app's client id.
    package var clientID: String
    /// The authority to request the token from: the account's host, and a tenant.
    package var authority: Authority
    /// The refresh token.
    package var refreshToken: Secret<String>
    /// The environment under which the refresh token is stored: it is sent only to that cloud.
    package var environment: String
    /// The known clouds; set by the driver.
    package var clouds = CloudDirectory()
    /// The scopes that a token is requested for, without the reserved ones, which ``ScopeRules`` adds.
    package var scopes: ScopeSet
    /// Whether `scope` is left out, which means the scopes of the sign-in (RFC 6749 section 6). An OpenID provider gives a
    /// token with fewer scopes, or no new refresh token, if only some are named.
    package var omitsScope = false
    /// `claims`: the JSON text, including capabilities.
    package var claims: String?
    /// The secret of a registration at an OpenID provider that gives one to installed apps too.
    package var clientSecret: Secret<String>?
    /// The correlation id of the call in the server's logs; random if nil.
    package var correlationID: String?
    /// The key that the access token is to be bound to; nil for a bearer token.
    package var binding: TokenBinding?
    /// Further header fields of the token request, for the server's telemetry.
    package var headerFields = HTTPFields()
    /// Further query parameters of the token endpoint.
    package var tokenQuery = FormParameters()

    /// The version of the endpoints; version 1 requires a ``resource`` and has no scopes.
    package var dialect: OAuthDialect = .v2
    /// v1: the resource of the access token (`resource`).
    package var resource: String?

    /// Makes parameters.
    package init(
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

extension RefreshFlowParameters {
    /// The value of `scope`.
    var wireScopes: ScopeSet {
        if omitsScope { return [] }
        return dialect == .v1 ? ["openid"] : ScopeRules.refreshWire(scopes, at: authority.kind)
    }
}
