package import KeyfobIdPCore
import KeyfobIdPDirectory
package import KeyfobIdPModel
import KeyfobOAuth

/// The portal's rows of the route table.
package enum PortalRoutes {
    /// Returns the rows. The first matching one counts.
    ///
    /// - Parameter platform: the registrations of the platform's vendor, which every directory has.
    package static func rows(platform: [Application]) -> [Route] {
        entrance + applications + people + policies + records + provider + files(platform)
    }

    private static let entrance: [Route] = [
        PortalRow.page("/portal", nil, OverviewPage.show),
        Route(.get, path: "/portal/sign-in", .portal, .v2, PortalSignIn.begin),
        Route(.get, path: "/portal/signed-in", .portal, .v2, PortalSignIn.end),
        PortalRow.signOut("/portal/sign-out", PortalSignIn.signOut),
    ]

    private static let applications: [Route] = [
        PortalRow.page("/portal/applications", .readApplications, ApplicationPages.list),
        PortalRow.page("/portal/applications/new", .createApplications, ApplicationPages.new),
        PortalRow.form("/portal/applications", .createApplications, ApplicationPages.create),
        PortalRow.page("/portal/applications/{id}", .readApplications, ApplicationPage.show),
        PortalRow.page("/portal/applications/{id}/json", .readApplications, ApplicationPage.json),
        PortalRow.form("/portal/applications/{id}/json", .writeApplications, ApplicationPage.replace),
        PortalRow.form("/portal/applications/{id}/{action}", .readApplications, ApplicationActions.run),
    ]

    private static let people: [Route] = [
        PortalRow.page("/portal/users", .readUsers, UserPages.list),
        PortalRow.page("/portal/users/new", .writeUsers, UserPages.new),
        PortalRow.form("/portal/users", .writeUsers, UserPages.create),
        PortalRow.page("/portal/users/{id}", .readUsers, UserPage.show),
        PortalRow.form("/portal/users/{id}/{action}", .readUsers, UserActions.run),
        PortalRow.page("/portal/groups", .readGroups, GroupPages.list),
        PortalRow.page("/portal/groups/new", .writeGroups, GroupPages.new),
        PortalRow.form("/portal/groups", .writeGroups, GroupPages.create),
        PortalRow.page("/portal/groups/{id}", .readGroups, GroupPages.show),
        PortalRow.form("/portal/groups/{id}/{action}", .writeGroups, GroupPages.act),
        PortalRow.page("/portal/devices", .readDevices, DevicePages.list),
        PortalRow.page("/portal/devices/{id}", .readDevices, DevicePages.show),
        PortalRow.form("/portal/devices/{id}/{action}", .writeDevices, DevicePages.act),
        PortalRow.page("/portal/roles", .readRoles, RolePages.list),
        PortalRow.form("/portal/roles/add", .writeRoles, RolePages.add),
        PortalRow.form("/portal/roles/remove", .writeRoles, RolePages.remove),
    ]

    private static let policies: [Route] = [
        PortalRow.page("/portal/policies", .readPolicies, PolicyPages.list),
        PortalRow.page("/portal/policies/new", .writePolicies, PolicyPages.edit),
        PortalRow.form("/portal/policies/new", .writePolicies, PolicyPages.act),
        PortalRow.page("/portal/policies/new/json", .writePolicies, PolicyPages.json),
        PortalRow.form("/portal/policies/new/json", .writePolicies, PolicyPages.replace),
        PortalRow.page("/portal/policies/{id}", .readPolicies, PolicyPages.edit),
        PortalRow.form("/portal/policies/{id}", .readPolicies, PolicyPages.act),
        PortalRow.page("/portal/policies/{id}/json", .readPolicies, PolicyPages.json),
        PortalRow.form("/portal/policies/{id}/json", .writePolicies, PolicyPages.replace),
        PortalRow.form("/portal/policies/{id}/delete", .writePolicies, PolicyPages.delete),
        PortalRow.page("/portal/locations", .readPolicies, LocationPages.list),
        PortalRow.form("/portal/locations", .writePolicies, LocationPages.create),
        PortalRow.form("/portal/locations/{id}/delete", .writePolicies, LocationPages.delete),
    ]

    private static let records: [Route] = [
        PortalRow.page("/portal/consents", .readGrants, ConsentPages.list),
        PortalRow.form("/portal/consents/assignment", .writeAssignments, ConsentPages.assign),
        PortalRow.form("/portal/consents/revoke", .readGrants, ConsentPages.revoke),
        PortalRow.page("/portal/sign-ins", .readLogs, SignInPages.list),
        PortalRow.page("/portal/sign-ins/{id}", .readLogs, SignInPages.show),
        PortalRow.page("/portal/deleted", .readUsers, DeletedPages.list),
        PortalRow.form("/portal/deleted/{id}/restore", .readUsers, DeletedPages.restore),
    ]

    private static let provider: [Route] = [
        PortalRow.page("/portal/provider", nil, ProviderPages.show),
        PortalRow.form("/portal/provider/{action}", nil, ProviderPages.act),
        PortalRow.page("/portal/try", nil, TrialPages.show),
        PortalRow.form("/portal/try", nil, TrialPages.begin),
        Route(.get, path: "/portal/try/result", .portal, .v2, TrialPages.end),
    ]

    private static func files(_ platform: [Application]) -> [Route] {
        [
            PortalRow.page("/portal/files", nil, FilesPages.show),
            PortalRow.form("/portal/files/export", nil) { try await FilesPages.export($0, platform: platform) },
            PortalRow.upload("/portal/files/plan", nil) { try await FilesPages.plan($0, platform: platform) },
            PortalRow.upload("/portal/files/apply", nil) { try await FilesPages.apply($0, platform: platform) },
        ]
    }
}
