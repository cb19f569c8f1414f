/// What a tenant's administrators have set for an application in their tenant: its service principal.
package struct ServicePrincipalSettings: Sendable, Hashable, Codable {
    /// The application's id.
    package var appID: String
    /// Whether the tenant has an object for the application. Without settings it has one for every application that is
    /// registered in it, and for those to which an administrator has consented.
    package var isPresent: Bool
    /// `accountEnabled`: whether the application may be used in the tenant.
    package var isEnabled: Bool
    /// `appRoleAssignmentRequired`: whether only users with an assignment may sign in.
    package var requiresAssignment: Bool
    /// The object ids of its owners.
    package var owners: [String]
    /// The time at which it was created (Unix seconds), if it is known.
    package var createdAt: Int64?
    /// Microsoft Graph's members that have no effect here (`notes`, `tags` and so on), as a JSON object.
    package var furtherMembers: String?

    /// Makes the settings of an object that exists and is enabled.
    package init(appID: String, createdAt: Int64? = nil) {
        self.appID = appID
        self.createdAt = createdAt
        isPresent = true
        isEnabled = true
        requiresAssignment = false
        owners = []
    }
}
