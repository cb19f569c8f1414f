/// What a caller may do in a tenant's directory. Directory roles give rights to users, and permissions limit those of the
/// clients that act for them; an application's own permissions give it rights directly.
package enum DirectoryRight: String, Sendable, Hashable, CaseIterable {
    /// Read one's own user, and its memberships.
    case readProfile
    /// Change one's own user.
    case writeProfile
    case readUsers, writeUsers
    /// Set passwords and end sessions of other users.
    case writePasswords
    /// Read and change the second factors of other users.
    case readMethods, writeMethods
    case inviteGuests
    case readGroups, writeGroups
    case readApplications, createApplications, writeApplications
    /// Change the applications that one owns.
    case writeOwnedApplications
    /// Read and change what users and administrators have consented to.
    case readGrants, writeGrants
    /// Assign roles of applications.
    case writeAssignments
    case readRoles, writeRoles
    /// Change users who have directory roles: their passwords, names and second factors.
    case manageAdministrators
    case readDevices, writeDevices
    case readPolicies, writePolicies
    case readLogs
    case readOrganization, writeOrganization

    /// The rights that change nothing.
    package static let reading: Set<DirectoryRight> = [
        .readProfile, .readUsers, .readMethods, .readGroups, .readApplications, .readGrants, .readRoles, .readDevices,
        .readPolicies, .readLogs, .readOrganization,
    ]

    /// The rights of every member of a tenant, as Entra ID gives them by default.
    package static let ofMembers: Set<DirectoryRight> = [
        .readProfile, .writeProfile, .readUsers, .readGroups, .readApplications, .createApplications,
        .writeOwnedApplications, .readGrants, .readRoles, .readDevices, .readOrganization, .inviteGuests,
    ]

    /// The rights of a guest.
    package static let ofGuests: Set<DirectoryRight> = [.readProfile, .readOrganization]
}
