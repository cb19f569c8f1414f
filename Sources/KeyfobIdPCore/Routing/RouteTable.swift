import KeyfobCore
import KeyfobOAuth

/// The addresses of the protocol endpoints. The first matching row counts.
enum RouteTable {
    static let rows: [Route] =
        HostedRoutes.rows + people + prompts + clients + machines + DeviceRoutes.rows

    private static let machines: [Route] = [
        Route(.get, path: "/healthz", .health, .v2, Health.answer),
        Route(.get, path: "/readyz", .ready, .v2, Readiness.answer),
        Route(.get, path: "/common/discovery/instance", .instance, .v2, InstanceDiscoveryEndpoint.answer),
        Route(
            .get, path: "/{tenant}/v2.0/.well-known/openid-configuration", .discovery, .v2,
            OpenIDConfigurationEndpoint.answer),
        Route(
            .get, path: "/{tenant}/.well-known/openid-configuration", .discovery, .v1,
            OpenIDConfigurationEndpoint.answer),
        Route(.get, path: "/{tenant}/discovery/v2.0/keys", .keys, .v2, KeysEndpoint.answer),
        Route(.get, path: "/{tenant}/discovery/keys", .keys, .v1, KeysEndpoint.answer),
        Route(
            .get, path: "/{tenant}/federationmetadata/2007-06/federationmetadata.xml", .metadata, .v2,
            FederationMetadataEndpoint.answer),
        Route(.get, path: "/common/userrealm/{user}", .userrealm, .v2, UserRealmEndpoint.answer),
        Route(.get, path: "/common/userrealm", .userrealm, .v2, UserRealmEndpoint.answer),
    ]

    private static let clients: [Route] = [
        Route(.post, path: "/{tenant}/oauth2/v2.0/token", .token, .v2, TokenEndpoint.answer),
        Route(.post, path: "/{tenant}/oauth2/token", .token, .v1, TokenEndpoint.answer),
        Route(.post, path: "/{tenant}/oauth2/v2.0/devicecode", .devicecode, .v2, DeviceCodeEndpoint.answer),
        Route(.post, path: "/{tenant}/oauth2/devicecode", .devicecode, .v1, DeviceCodeEndpoint.answer),
        Route(.get, .post, path: "/oidc/userinfo", .userinfo, .v2, UserInfoEndpoint.answer),
        Route(.get, .post, path: "/{tenant}/openid/userinfo", .userinfo, .v1, UserInfoEndpoint.answer),
    ]

    /// The forms of the sign-in's prompts.
    private static let prompts: [Route] = InteractionTable.rows.flatMap(\.forms).map { form in
        Route(form.method, path: form.path, .pages, .v2) { try await SignInDispatcher.proceed(form, $0) }
    }

    private static let people: [Route] = [
        Route(.get, path: "/{tenant}/v2.0/adminconsent", .adminconsent, .v2, AdminConsentEndpoint.answer),
        Route(.get, path: "/{tenant}/adminconsent", .adminconsent, .v1, AdminConsentEndpoint.answer),
        Route(.get, .post, path: "/{tenant}/oauth2/v2.0/authorize", .authorize, .v2, AuthorizeEndpoint.answer),
        Route(.get, .post, path: "/{tenant}/oauth2/authorize", .authorize, .v1, AuthorizeEndpoint.answer),
        Route(.get, .post, path: "/{tenant}/saml2", .saml, .v2, SAMLEndpoint.answer),
        Route(.get, path: "/{tenant}/certauth", .certificate, .v2, CertificateEndpoint.answer),
        Route(.get, path: "/common/oauth2/deviceauth", .deviceauth, .v2, DevicePage.show),
        Route(.post, path: "/common/oauth2/deviceauth", .deviceauth, .v2, DevicePage.answer),
        Route(.get, path: "/devicelogin", .deviceauth, .v2, DevicePage.show),
        Route(.get, .post, path: "/{tenant}/oauth2/v2.0/logout", .logout, .v2, LogoutEndpoint.answer),
        Route(.get, .post, path: "/{tenant}/oauth2/logout", .logout, .v1, LogoutEndpoint.answer),
    ]
}

/// `GET /healthz`: 200 while the process responds, whether or not its store does, with the address that requests
/// certificates.
enum Health {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        var members: [String: JSONValue] = ["status": "ok"]
        members["certificate_origin"] = context.certificateOrigin.map { .string($0) }
        return .json(.object(members))
    }
}

/// `GET /readyz`: 200 when the store can be read and has the keys. The directory is read before; otherwise it is 503.
enum Readiness {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse { .json(["status": "ok"]) }
}
