package import KeyfobCore

/// The metadata of an OpenID provider (OpenID Connect Discovery 1.0 section 3, RFC 8414). The provider builds it, the
/// client parses it.
package struct ProviderMetadata: Sendable, Hashable {
    /// `issuer`; for `common` and `organizations` it contains the literal `{tenantid}`.
    package var issuer: String
    /// `authorization_endpoint`
    package var authorizationEndpoint: HTTPURL
    /// `token_endpoint`
    package var tokenEndpoint: HTTPURL
    /// `jwks_uri`
    package var jwksURI: HTTPURL
    /// `device_authorization_endpoint`
    package var deviceAuthorizationEndpoint: HTTPURL?
    /// `userinfo_endpoint`
    package var userinfoEndpoint: HTTPURL?
    /// `end_session_endpoint`
    package var endSessionEndpoint: HTTPURL?
    /// `revocation_endpoint` (RFC 8414 section 2)
    package var revocationEndpoint: HTTPURL?
    /// `token_endpoint_auth_methods_supported`; absent means `client_secret_basic`.
    package var clientAuthentication: [String] = []
    /// `id_token_signing_alg_values_supported`
    package var signingAlgorithms: [String] = []
    /// `scopes_supported`
    package var scopes: [String] = []
    /// `authorization_response_iss_parameter_supported` (RFC 9207)
    package var sendsIssuerInResponse = false
    /// All other members.
    package var additional: [String: JSONValue] = [:]

    /// Makes metadata.
    package init(issuer: String, authorizationEndpoint: HTTPURL, tokenEndpoint: HTTPURL, jwksURI: HTTPURL) {
        self.issuer = issuer
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.jwksURI = jwksURI
    }

    /// Returns the issuer of a tenant's tokens: ``issuer`` with `{tenantid}` replaced by the tenant's id.
    package func issuer(tenantID: String) -> String {
        issuer.replacing("{tenantid}", with: tenantID)
    }

    /// Whether ``issuer`` is a template into which a token's `tid` is inserted.
    package var issuerNamesEveryTenant: Bool { issuer.contains("{tenantid}") }

    /// All endpoints in the document.
    package var endpoints: [HTTPURL] {
        [authorizationEndpoint, tokenEndpoint, jwksURI]
            + [deviceAuthorizationEndpoint, userinfoEndpoint, endSessionEndpoint, revocationEndpoint].compactMap { $0 }
    }
}

extension ProviderMetadata {
    private static let names: Set<String> = [
        "issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "device_authorization_endpoint",
        "userinfo_endpoint", "end_session_endpoint", "id_token_signing_alg_values_supported", "scopes_supported",
        "authorization_response_iss_parameter_supported", "revocation_endpoint",
        "token_endpoint_auth_methods_supported",
    ]

    /// Parses the JSON of a discovery document.
    ///
    /// An optional endpoint that is malformed is left out: signing in does not need it.
    ///
    /// - Throws: ``MessageError`` if it is not a JSON object, a required endpoint is missing, or it is neither an
    ///   `https` URL nor an `http` URL of this machine, where the issuer is on this machine too.
    package init(parsing body: [UInt8]) throws(MessageError) {
        let reader = try MessageReader(body, "discovery document")
        let issuer = try reader.required("issuer")
        let isLocal = Self.isLocal(issuer)
        func endpoint(_ member: String) throws(MessageError) -> HTTPURL {
            guard let url = try reader.httpsURL(member, allowsLoopback: isLocal) else {
                throw MessageError("The discovery document has no \(member).")
            }
            return url
        }
        func optional(_ member: String) -> HTTPURL? { try? reader.httpsURL(member, allowsLoopback: isLocal) }
        self.init(
            issuer: issuer, authorizationEndpoint: try endpoint("authorization_endpoint"),
            tokenEndpoint: try endpoint("token_endpoint"), jwksURI: try endpoint("jwks_uri"))
        deviceAuthorizationEndpoint = optional("device_authorization_endpoint")
        userinfoEndpoint = optional("userinfo_endpoint")
        endSessionEndpoint = optional("end_session_endpoint")
        revocationEndpoint = optional("revocation_endpoint")
        clientAuthentication = reader.strings("token_endpoint_auth_methods_supported")
        signingAlgorithms = reader.strings("id_token_signing_alg_values_supported")
        scopes = reader.strings("scopes_supported")
        sendsIssuerInResponse = reader.members["authorization_response_iss_parameter_supported"]?.boolValue ?? false
        additional = reader.members.filter { !Self.names.contains($0.key) }
    }

    /// Whether an issuer is on this machine and without TLS, so that its endpoints may be too.
    private static func isLocal(_ issuer: String) -> Bool {
        HTTPURL(issuer).map { $0.scheme == "http" && $0.isLoopback } ?? false
    }

    /// Adds the optional endpoints of the same issuer's other document: some providers list the endpoints of OAuth's own
    /// specifications only in that of RFC 8414.
    package mutating func addEndpoints(of body: [UInt8]) {
        guard let reader = try? MessageReader(body, "metadata"),
            let other = reader.members["issuer"]?.stringValue, other.utf8.elementsEqual(issuer.utf8)
        else { return }
        let isLocal = Self.isLocal(issuer)
        func endpoint(_ member: String) -> HTTPURL? { try? reader.httpsURL(member, allowsLoopback: isLocal) }
        deviceAuthorizationEndpoint = deviceAuthorizationEndpoint ?? endpoint("device_authorization_endpoint")
        revocationEndpoint = revocationEndpoint ?? endpoint("revocation_endpoint")
    }

    /// The JSON of the discovery document.
    package var json: JSONValue {
        var out = additional
        out["issuer"] = .string(issuer)
        out["authorization_endpoint"] = .string(authorizationEndpoint.description)
        out["token_endpoint"] = .string(tokenEndpoint.description)
        out["jwks_uri"] = .string(jwksURI.description)
        out["device_authorization_endpoint"] = deviceAuthorizationEndpoint.map { .string($0.description) }
        out["userinfo_endpoint"] = userinfoEndpoint.map { .string($0.description) }
        out["end_session_endpoint"] = endSessionEndpoint.map { .string($0.description) }
        out["revocation_endpoint"] = revocationEndpoint.map { .string($0.description) }
        if !clientAuthentication.isEmpty {
            out["token_endpoint_auth_methods_supported"] = .strings(clientAuthentication)
        }
        if !signingAlgorithms.isEmpty { out["id_token_signing_alg_values_supported"] = .strings(signingAlgorithms) }
        if !scopes.isEmpty { out["scopes_supported"] = .strings(scopes) }
        if sendsIssuerInResponse { out["authorization_response_iss_parameter_supported"] = true }
        return .object(out)
    }
}
