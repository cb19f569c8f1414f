package import KeyfobCore

/// The token endpoint's successful response (RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3, and the
/// Microsoft dialect). The provider builds it, the client parses it, in both dialects.
package struct TokenResponse: Sendable, Hashable {
    /// `access_token`
    package var accessToken: Secret<String>?
    /// `token_type`
    package var tokenType: String = "Bearer"
    /// `scope`: the granted scopes; absent means the requested ones (RFC 6749 section 5.1).
    package var scopes: ScopeSet?
    /// `expires_in`: the lifetime of the access token in seconds.
    package var expiresIn: Int64?
    /// `expires_on`: when the access token expires, in seconds since 1970; overrides ``expiresIn``.
    package var expiresOn: Int64?
    /// `ext_expires_in`: how long the access token may be used in an outage, in seconds.
    package var extendedExpiresIn: Int64?
    /// `refresh_in`: the time after which a new token should be fetched, in seconds.
    package var refreshIn: Int64?
    /// `refresh_token`
    package var refreshToken: Secret<String>?
    /// `id_token`
    package var idToken: Secret<String>?
    /// `client_info`
    package var clientInfo: ClientInfo?
    /// `foci`: the family whose members share the refresh token.
    package var familyID: String?
    /// `resource`: v1 only.
    package var resource: String?
    /// `not_before`: v1 only, in seconds since 1970.
    package var notBefore: Int64?
    /// All other members.
    package var additional: [String: JSONValue] = [:]

    /// Makes a response without tokens.
    package init() {}

    /// Returns when the access token expires, in seconds since 1970.
    ///
    /// - Parameter now: when the response was received, in seconds since 1970.
    /// - Returns: an hour from now if the response contains no lifetime; never more than ten years from now.
    package func expiry(now: Int64) -> Int64 {
        let limit = now &+ Self.maximumLifetime
        if let expiresOn { return min(max(expiresOn, 0), limit) }
        return min(now &+ (expiresIn ?? 3600), limit)
    }

    private static let maximumLifetime: Int64 = 10 * 366 * 86400
}

extension TokenResponse {
    private static let names: Set<String> = [
        "access_token", "token_type", "scope", "expires_in", "expires_on", "ext_expires_in", "refresh_in",
        "refresh_token", "id_token", "client_info", "foci", "resource", "not_before",
    ]

    /// Parses the JSON of a response.
    ///
    /// - Throws: ``MessageError`` if it is not a JSON object, has no token, or a member has the wrong form: a token has the
    ///   characters of RFC 6749 appendix A.
    package init(parsing body: [UInt8]) throws(MessageError) {
        let reader = try MessageReader(body, "token response")
        accessToken = try reader.token("access_token")
        idToken = try reader.token("id_token")
        refreshToken = try reader.token("refresh_token")
        guard accessToken != nil || idToken != nil else {
            throw MessageError("The token response contains no token.")
        }
        tokenType = try reader.tokenType("token_type")
        scopes = try reader.scopes("scope")
        expiresIn = try reader.seconds("expires_in")
        expiresOn = try reader.seconds("expires_on")
        extendedExpiresIn = try reader.seconds("ext_expires_in")
        refreshIn = try reader.seconds("refresh_in")
        notBefore = try reader.seconds("not_before")
        clientInfo = try reader.nonEmpty("client_info").flatMap(ClientInfo.init(rawValue:))
        familyID = try reader.nonEmpty("foci")
        resource = try reader.nonEmpty("resource")
        additional = reader.members.filter { !Self.names.contains($0.key) }
    }

    /// Returns the JSON of the response in a dialect.
    package func json(_ dialect: OAuthDialect = .v2) -> JSONValue {
        func number(_ value: Int64?) -> JSONValue? {
            value.map { dialect == .v1 ? .string(String($0)) : .integer($0) }
        }
        var out = additional
        out["token_type"] = .string(tokenType)
        out["scope"] = scopes.map { .string($0.description) }
        out["access_token"] = accessToken.map { .string($0.reveal()) }
        out["refresh_token"] = refreshToken.map { .string($0.reveal()) }
        out["id_token"] = idToken.map { .string($0.reveal()) }
        out["expires_in"] = number(expiresIn)
        out["ext_expires_in"] = number(extendedExpiresIn)
        out["refresh_in"] = number(refreshIn)
        out["client_info"] = clientInfo.map { .string($0.rawValue) }
        out["foci"] = familyID.map { .string($0) }
        if dialect == .v1 {
            out["expires_on"] = number(expiresOn)
            out["not_before"] = number(notBefore)
            out["resource"] = resource.map { .string($0) }
        }
        return .object(out)
    }
}
