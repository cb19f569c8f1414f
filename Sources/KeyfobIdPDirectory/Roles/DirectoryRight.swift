/// What a caller may do in a tenant's directory. Directory roles give rights to users, and permissions limit those of the
/// clients that act for them; an application's own permissions give it rights directly.
package enum DirectoryRight: String, Sendable, Hashable, CaseIterable {
    /// Read one's own user, and its memberships.
    case readProfile
    /// Change one's own user.
    case writeProfile
    case readUsers, writeUsers
    /// Read the names and addresses of users.
    case readBasicUsers
    /// Set passwords and end sessions of other users.
    case writePasswords
    /// Read one's own second factors.
    case readOwnMethods
    /// Read and change the second factors of other users.
    case readMethods, writeMethods
    case inviteGuests
    case readGroups, createGroups, writeGroups
    /// Change the members of groups.
    case writeMembers
    /// Change the groups that one owns, or only their members.
    case writeOwnedGroups, writeOwnedMembers
    case readApplications, createApplications, writeApplications
    /// Change the applications that one owns.
    case writeOwnedApplications
    /// Read and change what users and administrators have consented to.
    case readGrants, writeGrants
    /// Take back what one has consented to oneself.
    case writeOwnGrants
    /// Assign roles of applications.
    case writeAssignments
    case readRoles, writeRoles
    /// Change users who have directory roles: their passwords, names and second factors.
    case manageAdministrators
    case readDevices, writeDevices
    case readPolicies, writePolicies
    case readLogs
    case readOrganization, writeOrganization
    case readDomains, writeDomains
    /// Change what users may do without a role.
    case writeAuthorization

    /// The rights that change nothing.
    package static let reading: Set<DirectoryRight> = [
        .readProfile, .readUsers, .readBasicUsers, .readOwnMethods, .readMethods, .readGroups, .readApplications,
        .readGrants, .readRoles, .readDevices,
        .readPolicies, .readLogs, .readOrganization, .readDomains,
    ]

    /// The rights over groups and their members.
    package static let overGroups: Set<DirectoryRight> = [.createGroups, .writeGroups, .writeMembers]

    /// The rights of every member of a tenant, as Entra ID gives them by default.
    package static let ofMembers: Set<DirectoryRight> = [
        .readProfile, .writeProfile, .readUsers, .readBasicUsers, .readOwnMethods, .readGroups, .writeOwnedGroups,
        .writeOwnedMembers, .writeOwnGrants, .readApplications, .createApplications,
        .writeOwnedApplications, .readGrants, .readRoles, .readDevices, .readOrganization, .readDomains, .inviteGuests,
    ]

    /// The rights of a guest.
    package static let ofGuests: Set<DirectoryRight> = [
        .readProfile, .readOwnMethods, .readOrganization, .readDomains, .writeOwnGrants,
    ]
}
