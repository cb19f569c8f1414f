import KeyfobOAuth

/// The addresses of tenants that have their own host.
enum HostedRoutes {
    static let rows = federation + policies

    /// AD FS, whose addresses look like version 1's and accept scopes; and an OpenID provider, whose issuer has no path
    /// (OpenID Connect Discovery 1.0 section 4).
    private static let federation: [Route] = [
        Route(
            .get, path: "/adfs/.well-known/openid-configuration", .discovery, .v2, OpenIDConfigurationEndpoint.answer),
        Route(.get, path: "/adfs/discovery/keys", .keys, .v2, KeysEndpoint.answer),
        Route(.get, .post, path: "/adfs/oauth2/authorize", .authorize, .v2, AuthorizeEndpoint.answer),
        Route(.post, path: "/adfs/oauth2/token", .token, .v2, TokenEndpoint.answer),
        Route(.post, path: "/adfs/oauth2/devicecode", .devicecode, .v2, DeviceCodeEndpoint.answer),
        Route(.get, .post, path: "/adfs/oauth2/logout", .logout, .v2, LogoutEndpoint.answer),
        Route(.get, path: "/.well-known/openid-configuration", .discovery, .v2, OpenIDConfigurationEndpoint.answer),
    ]

    /// B2C's policies: `/TENANT/POLICY/...` and `/tfp/TENANT/POLICY/...`. The third form, `?p=POLICY`, has the
    /// addresses of the other tenants.
    private static let policies: [Route] = [
        Route(
            .get, path: "/tfp/{tenant}/{policy}/v2.0/.well-known/openid-configuration", .discovery, .v2,
            OpenIDConfigurationEndpoint.answer),
        Route(
            .get, path: "/{tenant}/{policy}/v2.0/.well-known/openid-configuration", .discovery, .v2,
            OpenIDConfigurationEndpoint.answer),
        Route(.get, path: "/tfp/{tenant}/{policy}/discovery/v2.0/keys", .keys, .v2, KeysEndpoint.answer),
        Route(.get, path: "/{tenant}/{policy}/discovery/v2.0/keys", .keys, .v2, KeysEndpoint.answer),
        Route(
            .get, .post, path: "/tfp/{tenant}/{policy}/oauth2/v2.0/authorize", .authorize, .v2,
            AuthorizeEndpoint.answer),
        Route(
            .get, .post, path: "/{tenant}/{policy}/oauth2/v2.0/authorize", .authorize, .v2, AuthorizeEndpoint.answer),
        Route(.post, path: "/tfp/{tenant}/{policy}/oauth2/v2.0/token", .token, .v2, TokenEndpoint.answer),
        Route(.post, path: "/{tenant}/{policy}/oauth2/v2.0/token", .token, .v2, TokenEndpoint.answer),
        Route(
            .get, .post, path: "/tfp/{tenant}/{policy}/oauth2/v2.0/logout", .logout, .v2, LogoutEndpoint.answer),
        Route(.get, .post, path: "/{tenant}/{policy}/oauth2/v2.0/logout", .logout, .v2, LogoutEndpoint.answer),
    ]
}
