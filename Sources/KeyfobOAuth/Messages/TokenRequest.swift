package import KeyfobCore

/// A request to the token endpoint (RFC 6749 section 3.2). The client builds it, the provider parses it.
package struct TokenRequest: Sendable, Hashable {
    /// The grant that is redeemed.
    package var grant: TokenGrant
    /// `client_id`; absent only if the client is identified in another way.
    package var clientID: String?
    /// `scope`
    package var scopes: ScopeSet
    /// `resource`: v1 only.
    package var resource: String?
    /// `claims`: the JSON text.
    package var claims: String?
    /// `client_info=1`: whether the response should contain `client_info`.
    package var wantsClientInfo: Bool
    /// `token_type`: `pop` requests a token that is bound to a key; absent means `Bearer`.
    package var tokenType: String?
    /// `req_cnf`: the key, as base64url of a JSON object with `kid`, the key's thumbprint (RFC 7638).
    package var confirmation: String?
    /// `client_secret`: Keyfob's client never sends one; the provider must refuse it from a public client.
    package var clientSecret: Secret<String>?
    /// All other parameters.
    package var extra: FormParameters

    /// Makes a request.
    package init(
        grant: TokenGrant, clientID: String?, scopes: ScopeSet = [], resource: String? = nil, claims: String? = nil,
        wantsClientInfo: Bool = true, tokenType: String? = nil, confirmation: String? = nil,
        clientSecret: Secret<String>? = nil, extra: FormParameters = FormParameters()
    ) {
        self.grant = grant
        self.clientID = clientID
        self.scopes = scopes
        self.resource = resource
        self.claims = claims
        self.wantsClientInfo = wantsClientInfo
        self.tokenType = tokenType
        self.confirmation = confirmation
        self.clientSecret = clientSecret
        self.extra = extra
    }

    /// Returns the wire parameters. ``extra`` never replaces a parameter of this type.
    package func parameters(_ dialect: OAuthDialect = .v2) -> FormParameters {
        var out = extra
        out.set("client_id", ifPresent: clientID)
        if !scopes.isEmpty { out.set("scope", scopes.description) }
        out.set("resource", ifPresent: resource)
        grant.add(to: &out, dialect: dialect)
        out.set("claims", ifPresent: claims)
        if wantsClientInfo { out.set("client_info", "1") }
        out.set("token_type", ifPresent: tokenType)
        out.set("req_cnf", ifPresent: confirmation)
        out.set("client_secret", ifPresent: clientSecret?.reveal())
        return out
    }

    /// The names of this type's parameters, which other parameters must not have.
    package static let names: Set<String> = [
        "grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "device_code", "client_id", "scope",
        "resource", "claims", "client_info", "token_type", "req_cnf", "client_secret", "assertion",
        "requested_token_use", "username", "password",
    ]

    /// Parses a form of a request to the token endpoint.
    ///
    /// - Throws: ``OAuthError`` 900144 if a parameter that the grant requires is missing, 70003 if the grant is
    ///   unknown.
    package init(parsing parameters: FormParameters) throws(OAuthError) {
        self.init(
            grant: try TokenGrant(parsing: parameters), clientID: parameters.nonEmpty("client_id"),
            scopes: ScopeSet(spaceSeparated: parameters["scope"] ?? ""),
            resource: parameters.nonEmpty("resource"), claims: parameters.nonEmpty("claims"),
            wantsClientInfo: parameters["client_info"] == "1", tokenType: parameters.nonEmpty("token_type"),
            confirmation: parameters.nonEmpty("req_cnf"),
            clientSecret: parameters.nonEmpty("client_secret").map(Secret.init),
            extra: parameters.without(Self.names))
    }
}
