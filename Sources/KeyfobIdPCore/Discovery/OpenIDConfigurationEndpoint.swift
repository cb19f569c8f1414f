import KeyfobCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// `/T/v2.0/.well-known/openid-configuration` and its version 1 (OpenID Connect Discovery 1.0 section 4).
enum OpenIDConfigurationEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let segment: TenantSegment
        do {
            segment = try TenantSegment(context.tenantSegment, in: context.directory)
        } catch {
            // At this endpoint only, an unknown tenant is `invalid_tenant`.
            throw OAuthError(error.number, error.values, error: error.number == 90002 ? "invalid_tenant" : nil)
        }
        guard let metadata = metadata(segment, context) else { throw OAuthError(90033) }
        var response = HTTPResponse.json(metadata.json)
        response.fields.set("Cache-Control", "max-age=86400, private")
        return response
    }

    private static func metadata(_ segment: TenantSegment, _ context: RequestContext) -> ProviderMetadata? {
        let (base, version) = context.published
        // An app may have separate keys at Entra ID, and sends its id to get their address; here all apps have the
        // same.
        let appID = ((try? context.query())?.nonEmpty("appid")).flatMap { context.directory.application($0)?.appID }
        let issuer = Issuer.of(segment.tenant, context.dialect, origin: context.origin)
        guard let authorize = HTTPURL("\(base)/oauth2\(version)/authorize"),
            let token = HTTPURL("\(base)/oauth2\(version)/token"),
            let keys = HTTPURL("\(base)/discovery\(version)/keys\(appID.map { "?appid=\($0)" } ?? "")")
        else { return nil }
        var metadata = ProviderMetadata(
            issuer: issuer, authorizationEndpoint: authorize, tokenEndpoint: token, jwksURI: keys)
        let kind = segment.tenant?.kind ?? .organization
        metadata.deviceAuthorizationEndpoint = kind == .b2c ? nil : HTTPURL("\(base)/oauth2\(version)/devicecode")
        metadata.userinfoEndpoint = HTTPURL(
            context.dialect == .v2 ? "\(context.graphOrigin)/oidc/userinfo" : "\(base)/openid/userinfo")
        metadata.endSessionEndpoint = HTTPURL("\(base)/oauth2\(version)/logout")
        metadata.signingAlgorithms = Array(Set(context.directory.keys.published.map(\.algorithm.rawValue))).sorted()
        metadata.sendsIssuerInResponse = context.configuration.profile == .strict
        metadata.scopes = ["openid", "profile", "email", "offline_access"]
        // Public clients authenticate by none, which Entra ID does not list; clients of OpenID providers read it.
        metadata.clientAuthentication =
            ["client_secret_post", "private_key_jwt", "client_secret_basic"]
            + (kind == .openID || kind == .adfs ? ["none"] : [])
        metadata.additional = [
            "response_types_supported": ["code", "id_token", "code id_token"],
            "response_modes_supported": ["query", "fragment", "form_post"],
            "subject_types_supported": [kind == .b2c ? "public" : "pairwise"],
            "grant_types_supported": .strings(grantTypes(segment, kind)),
            "code_challenge_methods_supported": context.configuration.profile == .strict
                ? ["S256"] : ["S256", "plain"],
            "claims_supported": [
                "sub", "iss", "aud", "exp", "iat", "nonce", "name", "tid", "oid", "ver", "preferred_username", "email",
                "sid",
            ],
            "request_uri_parameter_supported": false,
            "http_logout_supported": true,
            "frontchannel_logout_supported": true,
            "rbac_url": .string(context.isCloudStandIn ? "https://pas.windows.net" : context.origin),
            "tenant_region_scope": nil,
            "cloud_instance_name": .string(context.cloudInstanceName),
            // The provider's own host serves Microsoft Graph too: `/oidc/userinfo`.
            "cloud_graph_host_name": .string(
                context.isCloudStandIn ? "graph.windows.net" : HTTPURL(context.origin)?.hostAndPort ?? ""),
            "msgraph_host": .string(HTTPURL(context.graphOrigin)?.hostAndPort ?? ""),
        ]
        metadata.additional["token_endpoint_auth_signing_alg_values_supported"] = ["RS256", "PS256"]
        // One refresh token for every resource: version 2 has it too, but only version 1 states it.
        if context.dialect == .v1 { metadata.additional["microsoft_multi_refresh_token"] = true }
        return metadata
    }

    /// The grants that clients may use at an address.
    private static func grantTypes(_ segment: TenantSegment, _ kind: TenantKind) -> [String] {
        let basic = ["authorization_code", "refresh_token"]
        guard kind != .b2c else { return basic }
        let device = basic + ["urn:ietf:params:oauth:grant-type:device_code"]
        guard kind == .organization || kind == .external else { return device }
        let users = device + ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
        switch segment {
        case .any("organizations"): return users + ["password"]
        case .any: return users
        case .one, .policy: return users + (kind == .external ? [] : ["password"]) + ["client_credentials"]
        }
    }
}
