/// A kind of objects that a tenant has in a file.
package enum FileSection: String, Sendable, Hashable, CaseIterable {
    /// Microsoft Graph's `user`
    case users
    /// `group`, with its members and owners
    case groups
    /// `application`
    case applications
    /// `servicePrincipal`
    case servicePrincipals
    /// `directoryRole`, with its members
    case directoryRoles
    /// `appRoleAssignment`
    case appRoleAssignments
    /// `oauth2PermissionGrant`
    case oauth2PermissionGrants
    /// `conditionalAccessPolicy`
    case policies
    /// `ipNamedLocation`
    case namedLocations

    /// The name of one of its objects in a plan.
    package var one: String {
        switch self {
        case .users: "user"
        case .groups: "group"
        case .applications: "application"
        case .servicePrincipals: "service principal"
        case .directoryRoles: "directory role"
        case .appRoleAssignments: "app role assignment"
        case .oauth2PermissionGrants: "permission grant"
        case .policies: "policy"
        case .namedLocations: "named location"
        }
    }

    /// The members of a file that contain the sections; policies and locations are in `conditionalAccess`.
    static let members: [String: FileSection] = Dictionary(
        allCases.filter { $0 != .policies && $0 != .namedLocations }.map { ($0.rawValue, $0) }
    ) { first, _ in first }
}
