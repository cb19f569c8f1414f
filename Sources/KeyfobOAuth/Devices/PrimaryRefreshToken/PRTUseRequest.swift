package import KeyfobCore
import KeyfobJOSE

/// A broker's request for an app's tokens with a primary refresh token (MS-OAPXBC section 3.2.5.1.3), signed with the
/// session key.
package struct PRTUseRequest: Sendable, Hashable {
    /// `refresh_token`: the primary refresh token.
    package var primaryRefreshToken: Secret<String>
    /// `client_id`: the calling app's.
    package var clientID: String
    /// `redirect_uri`: the calling app's.
    package var redirectURI: String?
    /// `scope`; with `aza` the response also contains a new primary refresh token.
    package var scopes: ScopeSet
    /// `resource`: for apps of v1.
    package var resource: String?
    /// `request_nonce`: the provider's nonce.
    package var nonce: String?
    /// `iat`: the time of signing, in seconds since 1970.
    package var issuedAt: Int64
    /// `exp`: the time of expiry, in seconds since 1970.
    package var expiresAt: Int64
    /// `claims`: the JSON text of a claims request.
    package var claimsRequest: String?
    /// The claim ``DeviceDialect/callerClaim``: the requesting app, if the broker knows it.
    package var caller: JSONValue?
    /// Further claims, such as `microsoft_enrollment_id`; they never replace a claim of this type.
    package var extra: [String: JSONValue]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - primaryRefreshToken: the primary refresh token.
    ///   - clientID: the calling app's.
    ///   - redirectURI: the calling app's.
    ///   - scopes: the scopes that the app requests; `aza` also requests a new primary refresh token.
    ///   - resource: for apps of v1.
    ///   - nonce: the provider's nonce.
    ///   - now: the current time, in seconds since 1970; the request expires after five minutes.
    ///   - claimsRequest: the JSON text of a claims request.
    ///   - caller: the requesting app, if the broker knows it.
    ///   - extra: further claims.
    package init(
        primaryRefreshToken: Secret<String>, clientID: String, redirectURI: String?, scopes: ScopeSet,
        resource: String? = nil, nonce: String?, now: Int64, claimsRequest: String? = nil, caller: JSONValue? = nil,
        extra: [String: JSONValue] = [:]
    ) {
        self.primaryRefreshToken = primaryRefreshToken
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scopes = scopes
        self.resource = resource
        self.nonce = nonce
        issuedAt = now
        expiresAt = now &+ 300
        self.claimsRequest = claimsRequest
        self.caller = caller
        self.extra = extra
    }

    private static let names: Set<String> = [
        "refresh_token", "client_id", "redirect_uri", "scope", "resource", "request_nonce", "iat", "exp", "claims",
        DeviceDialect.callerClaim, "grant_type", "iss", "aud",
    ]

    /// The claims of the signed message.
    package var claims: [String: JSONValue] {
        var out = extra.filter { !Self.names.contains($0.key) }
        out["grant_type"] = "refresh_token"
        out["iss"] = .string(DeviceDialect.issuer)
        out["aud"] = .string(DeviceDialect.audience)
        out["refresh_token"] = .string(primaryRefreshToken.reveal())
        out["client_id"] = .string(clientID)
        out["redirect_uri"] = redirectURI.map { .string($0) }
        out["scope"] = .string(scopes.description)
        out["resource"] = resource.map { .string($0) }
        out["request_nonce"] = nonce.map { .string($0) }
        out["iat"] = .integer(issuedAt)
        out["exp"] = .integer(expiresAt)
        out["claims"] = claimsRequest.map { .string($0) }
        out[DeviceDialect.callerClaim] = caller
        return out
    }

    /// Returns the form of the token request.
    package func parameters(
        signedBy key: SessionKey, random: any RandomSource,
        derivation: SessionKey.Derivation = .contextAndPayload
    ) -> FormParameters {
        FormParameters([
            ("windows_api_version", "2.2"), ("grant_type", DeviceDialect.signedRequestGrant),
            ("request", key.sign(claims, random: random, derivation: derivation).reveal()), ("client_info", "1"),
        ])
    }

    /// Reads the claims of a message whose signature has been verified.
    ///
    /// - Throws: ``OAuthError`` 900144 if a claim is missing, 70003 for another `grant_type`, 50027 if a time is not a
    ///   number.
    package init(claims: [String: JSONValue]) throws(OAuthError) {
        func text(_ name: String) throws(OAuthError) -> String {
            guard let text = claims[name]?.stringValue, !text.isEmpty else { throw OAuthError.missing(name) }
            return text
        }
        let kind = try text("grant_type")
        guard kind == "refresh_token" else { throw OAuthError(70003, ["grant_type": String(kind.prefix(128))]) }
        primaryRefreshToken = Secret(try text("refresh_token"))
        clientID = try text("client_id")
        redirectURI = claims["redirect_uri"]?.stringValue
        scopes = ScopeSet(spaceSeparated: claims["scope"]?.stringValue ?? "")
        resource = claims["resource"]?.stringValue
        nonce = claims["request_nonce"]?.stringValue
        issuedAt = try Self.moment(claims, "iat")
        expiresAt = try Self.moment(claims, "exp")
        claimsRequest = claims["claims"]?.stringValue
        caller = claims[DeviceDialect.callerClaim]
        extra = claims.filter { !Self.names.contains($0.key) }
    }

    /// Reads a time, as a number or, as some brokers write it, as digits in a string.
    private static func moment(_ claims: [String: JSONValue], _ name: String) throws(OAuthError) -> Int64 {
        guard let value = claims[name] else { throw OAuthError.missing(name) }
        let number = value.integerValue ?? value.stringValue.flatMap { Int64($0) }
        guard let number, (0...(1 << 48)).contains(number) else {
            throw OAuthError(50027, detail: "\(name) of the signed request is not a time.")
        }
        return number
    }
}
