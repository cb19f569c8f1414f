import KeyfobOAuth

/// All addresses that the provider serves. The first matching row counts.
enum RouteTable {
    static let rows: [Route] =
        HostedRoutes.rows + people + clients + machines + DeviceRoutes.rows + FilesAPI.rows + AdminRoutes.rows

    private static let machines: [Route] = [
        Route(.get, .head, path: "/healthz", .health, .v2, Health.answer),
        Route(.get, path: "/common/discovery/instance", .instance, .v2, InstanceDiscoveryEndpoint.answer),
        Route(
            .get, path: "/{tenant}/v2.0/.well-known/openid-configuration", .discovery, .v2,
            OpenIDConfigurationEndpoint.answer),
        Route(
            .get, path: "/{tenant}/.well-known/openid-configuration", .discovery, .v1,
            OpenIDConfigurationEndpoint.answer),
        Route(.get, path: "/{tenant}/discovery/v2.0/keys", .keys, .v2, KeysEndpoint.answer),
        Route(.get, path: "/{tenant}/discovery/keys", .keys, .v1, KeysEndpoint.answer),
        Route(.get, path: "/common/userrealm/{user}", .userrealm, .v2, UserRealmEndpoint.answer),
    ]

    private static let clients: [Route] = [
        Route(.post, path: "/mam/enrollments", .enrollments, .v2, AppEnrollmentEndpoint.answer),
        Route(.post, path: "/{tenant}/oauth2/v2.0/token", .token, .v2, TokenEndpoint.answer),
        Route(.post, path: "/{tenant}/oauth2/token", .token, .v1, TokenEndpoint.answer),
        Route(.post, path: "/{tenant}/oauth2/v2.0/devicecode", .devicecode, .v2, DeviceCodeEndpoint.answer),
        Route(.post, path: "/{tenant}/oauth2/devicecode", .devicecode, .v1, DeviceCodeEndpoint.answer),
        Route(.get, .post, path: "/oidc/userinfo", .userinfo, .v2, UserInfoEndpoint.answer),
        Route(.get, .post, path: "/{tenant}/openid/userinfo", .userinfo, .v1, UserInfoEndpoint.answer),
    ]

    private static let people: [Route] = [
        Route(.get, path: "/{tenant}/v2.0/adminconsent", .adminconsent, .v2, AdminConsentEndpoint.answer),
        Route(.get, path: "/{tenant}/adminconsent", .adminconsent, .v1, AdminConsentEndpoint.answer),
        Route(.get, .post, path: "/{tenant}/oauth2/v2.0/authorize", .authorize, .v2, AuthorizeEndpoint.answer),
        Route(.get, .post, path: "/{tenant}/oauth2/authorize", .authorize, .v1, AuthorizeEndpoint.answer),
        Route(.post, path: "/common/login", .pages, .v2, PasswordForm.answer),
        Route(.get, path: "/common/certificate", .pages, .v2, CertificateReturn.answer),
        Route(.get, path: "/{tenant}/certauth", .certificate, .v2, CertificateEndpoint.answer),
        Route(.get, path: "/common/DeviceAuthPKeyAuth", .pages, .v2, DeviceChallenge.answer),
        Route(.post, path: "/common/account", .pages, .v2, AccountForm.answer),
        Route(.post, path: "/common/second-factor", .pages, .v2, SecondFactorForm.answer),
        Route(.post, path: "/common/register-factor", .pages, .v2, FactorRegistrationForm.answer),
        Route(.post, path: "/common/access", .pages, .v2, AccessRefusedForm.answer),
        Route(.get, path: "/common/intune/enroll", .pages, .v2, EnrollmentPages.showEnrollment),
        Route(.post, path: "/common/intune/enroll", .pages, .v2, EnrollmentPages.enroll),
        Route(.get, path: "/common/intune/compliance", .pages, .v2, EnrollmentPages.showCompliance),
        Route(.post, path: "/common/intune/compliance", .pages, .v2, EnrollmentPages.recheck),
        Route(.post, path: "/common/consent", .pages, .v2, ConsentForm.answer),
        Route(.get, path: "/common/oauth2/deviceauth", .deviceauth, .v2, DevicePage.show),
        Route(.post, path: "/common/oauth2/deviceauth", .deviceauth, .v2, DevicePage.answer),
        Route(.get, path: "/devicelogin", .deviceauth, .v2, DevicePage.show),
        Route(.get, .post, path: "/{tenant}/oauth2/v2.0/logout", .logout, .v2, LogoutEndpoint.answer),
        Route(.get, .post, path: "/{tenant}/oauth2/logout", .logout, .v1, LogoutEndpoint.answer),
    ]
}
