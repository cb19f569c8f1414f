import KeyfobConditionalAccess
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// The portal's sections, in the order of its navigation.
enum PortalSection: String, CaseIterable {
    case overview, applications, users, groups, devices, policies, locations, consents, roles
    case signIns = "sign-ins"
    case trial = "try"
    case deleted, files, provider

    /// The name in the navigation.
    var title: String {
        switch self {
        case .overview: "Overview"
        case .applications: "App registrations"
        case .users: "Users"
        case .groups: "Groups"
        case .devices: "Devices"
        case .policies: "Conditional Access"
        case .locations: "Named locations"
        case .consents: "Consents"
        case .roles: "Roles"
        case .signIns: "Sign-in log"
        case .trial: "Try a sign-in"
        case .deleted: "Deleted objects"
        case .files: "Files"
        case .provider: "Provider"
        }
    }

    /// The address.
    var path: String { self == .overview ? "/portal" : "/portal/\(rawValue)" }

    /// The right that its pages need; nil if every administrator may see them.
    var right: DirectoryRight? {
        switch self {
        case .overview, .trial, .files, .provider: nil
        case .applications: .readApplications
        case .users: .readUsers
        case .groups: .readGroups
        case .devices: .readDevices
        case .policies, .locations: .readPolicies
        case .consents: .readGrants
        case .roles: .readRoles
        case .signIns: .readLogs
        case .deleted: .readUsers
        }
    }

    /// Whether only Global Administrators see it.
    var isForGlobalAdministrators: Bool { self == .files || self == .provider }
}
