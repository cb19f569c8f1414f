import KeyfobCore
import KeyfobCrypto
package import KeyfobIdPCore
import KeyfobIdPDirectory
package import KeyfobIdPModel
import KeyfobOAuth

/// The admin API's rows of the route table; each handler runs only for a caller with the admin token.
package enum AdminRoutes {
    /// Returns the rows.
    ///
    /// - Parameters:
    ///   - defaultAPI: the application id of the API that a request means if it names none.
    ///   - platform: the registrations of the platform's vendor, which every directory has.
    package static func rows(defaultAPI: String, platform: [Application]) -> [Route] {
        table + [
            row(.post, "/_admin/apply") { try await AdminFiles.apply($0, platform: platform) },
            row(.get, "/_admin/export") { try await AdminFiles.export($0, platform: platform) },
            row(.post, "/_admin/access-events") { try await AdminAccess.event($0, defaultAPI: defaultAPI) },
            row(.post, "/_admin/step-up") { try await AdminAccess.stepUp($0, defaultAPI: defaultAPI) },
        ]
    }

    private static let table: [Route] = [
        row(.get, "/_admin/users", AdminUsers.list),
        row(.post, "/_admin/users", AdminUsers.create),
        row(.patch, "/_admin/users/{user}", AdminUsers.update),
        row(.get, "/_admin/users/{user}/factors", AdminFactors.show),
        row(.patch, "/_admin/users/{user}/factors", AdminFactors.set),
        row(.get, "/_admin/policies", AdminPolicies.listPolicies),
        row(.post, "/_admin/policies", AdminPolicies.putPolicy),
        row(.delete, "/_admin/policies/{id}", AdminPolicies.removePolicy),
        row(.get, "/_admin/named-locations", AdminPolicies.listLocations),
        row(.post, "/_admin/named-locations", AdminPolicies.putLocation),
        row(.delete, "/_admin/named-locations/{id}", AdminPolicies.removeLocation),
        row(.get, "/_admin/groups", AdminPolicies.listGroups),
        row(.post, "/_admin/groups", AdminPolicies.putGroup),
        row(.delete, "/_admin/groups/{id}", AdminPolicies.removeGroup),
        row(.post, "/_admin/what-if", AdminWhatIf.evaluate),
        row(.get, "/_admin/app-enrollments", AdminEnrollments.list),
        row(.patch, "/_admin/app-enrollments/{id}", AdminEnrollments.update),
        row(.get, "/_admin/applications", AdminApplications.list),
        row(.post, "/_admin/applications", AdminApplications.create),
        row(.get, "/_admin/applications/{appId}", AdminApplications.show),
        row(.get, "/_admin/applications/{appId}/credentials", AdminCredentials.list),
        row(.delete, "/_admin/applications/{appId}/credentials/{id}", AdminCredentials.remove),
        row(.post, "/_admin/applications/{appId}/passwordCredentials", AdminCredentials.addSecret),
        row(.post, "/_admin/applications/{appId}/keyCredentials", AdminCredentials.addCertificate),
        row(.post, "/_admin/applications/{appId}/federatedIdentityCredentials", AdminCredentials.addFederated),
        row(.get, "/_admin/app-role-assignments", AdminAppRoles.list),
        row(.post, "/_admin/app-role-assignments", AdminAppRoles.set),
        row(.patch, "/_admin/tenants/{id}", AdminTenants.update),
        row(.get, "/_admin/tenants", AdminTenants.list),
        row(.get, "/_admin/tenants/{id}/certificate-authentication", AdminCertificates.show),
        row(.put, "/_admin/tenants/{id}/certificate-authentication", AdminCertificates.set),
        row(.get, "/_admin/devices", AdminDevices.list),
        row(.get, "/_admin/devices/{id}", AdminDevices.show),
        row(.patch, "/_admin/devices/{id}", AdminDevices.update),
        row(.delete, "/_admin/devices/{id}", AdminDevices.remove),
        row(.get, "/_admin/clock", AdminClock.show),
        row(.post, "/_admin/clock", AdminClock.move),
        row(.get, "/_admin/sign-ins", AdminSignIns.list),
        row(.post, "/_admin/revoke", AdminSessions.revoke),
        row(.post, "/_admin/refresh-tokens/expire", AdminSessions.expireRefreshTokens),
        row(.get, "/_admin/consents", AdminConsents.list),
        row(.post, "/_admin/consents", AdminConsents.set),
        row(.get, "/_admin/force-error", AdminForcedErrors.list),
        row(.post, "/_admin/force-error", AdminForcedErrors.add),
        row(.post, "/_admin/keys/rotate", AdminKeys.rotate),
        row(.post, "/_admin/purge", AdminPurge.run),
    ]

    private static func row(
        _ method: HTTPMethod, _ path: StaticString, _ handler: @escaping Route.Handler
    ) -> Route {
        Route(method, path: path, .admin, .v2) { context in
            guard let expected = context.configuration.adminToken, let given = BearerToken.of(context.request),
                ConstantTime.equal(given.reveal(), expected.reveal())
            else {
                var response = HTTPResponse.json(
                    [
                        "error": "unauthorized",
                        "error_description": "The admin API requires the bearer token of the file admin-token.",
                    ], status: 401)
                response.fields.set("WWW-Authenticate", "Bearer")
                return response
            }
            do {
                return try await handler(context)
            } catch let error as DirectoryError {
                return .json(
                    ["error": .string(error.code), "error_description": .string(error.message)], status: error.status)
            }
        }
    }
}
