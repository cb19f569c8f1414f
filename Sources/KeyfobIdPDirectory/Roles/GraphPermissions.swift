/// The permissions of Microsoft Graph that this provider has, and what they allow.
package enum GraphPermissions {
    private static let directory: Set<DirectoryRight> = [
        .readProfile, .readUsers, .readBasicUsers, .readGroups, .readApplications, .readGrants, .readRoles,
        .readDevices,
        .readOrganization, .readDomains,
    ]

    private static let groups = DirectoryRight.overGroups.union([.writeOwnedGroups, .writeOwnedMembers])

    /// What each permission allows: a client on behalf of a user within the user's own rights, and an application by
    /// itself.
    private static let rights: [String: Set<DirectoryRight>] = [
        "User.Read": [.readProfile, .readOrganization],
        "User.ReadWrite": [.readProfile, .writeProfile, .readOrganization],
        "User.ReadBasic.All": [.readBasicUsers],
        "User.Read.All": [.readProfile, .readUsers, .readBasicUsers],
        "User.ReadWrite.All": [
            .readProfile, .writeProfile, .readUsers, .readBasicUsers, .writeUsers, .writePasswords,
        ],
        "User.Invite.All": [.inviteGuests],
        "UserAuthenticationMethod.Read": [.readOwnMethods],
        "UserAuthenticationMethod.Read.All": [.readOwnMethods, .readMethods],
        "UserAuthenticationMethod.ReadWrite.All": [.readOwnMethods, .readMethods, .writeMethods],
        "Group.Read.All": [.readGroups],
        "Group.ReadWrite.All": groups.union([.readGroups]),
        "Group.Create": [.createGroups],
        "GroupMember.Read.All": [.readGroups],
        "GroupMember.ReadWrite.All": [.readGroups, .writeMembers, .writeOwnedMembers],
        "Application.Read.All": [.readApplications, .readGrants],
        "Application.ReadWrite.All": [
            .readApplications, .readGrants, .createApplications, .writeApplications, .writeOwnedApplications,
        ],
        "Application.ReadWrite.OwnedBy": [.readApplications, .createApplications, .writeOwnedApplications],
        "AppRoleAssignment.ReadWrite.All": [.readApplications, .readGrants, .writeAssignments],
        "DelegatedPermissionGrant.Read.All": [.readGrants],
        "DelegatedPermissionGrant.ReadWrite.All": [.readGrants, .writeGrants, .writeOwnGrants],
        "Device.Read.All": [.readDevices],
        "Device.ReadWrite.All": [.readDevices, .writeDevices],
        "Policy.Read.All": [.readPolicies],
        "Policy.Read.ConditionalAccess": [.readPolicies],
        "Policy.ReadWrite.ConditionalAccess": [.writePolicies],
        "Policy.ReadWrite.Authorization": [.writeAuthorization],
        "AuditLog.Read.All": [.readLogs],
        "Organization.Read.All": [.readOrganization],
        "Organization.ReadWrite.All": [.readOrganization, .writeOrganization],
        "Domain.Read.All": [.readDomains],
        "Domain.ReadWrite.All": [.readDomains, .writeDomains],
        "RoleManagement.Read.Directory": [.readRoles],
        "RoleManagement.ReadWrite.Directory": [.readRoles, .writeRoles, .manageAdministrators],
        "Directory.Read.All": directory,
        "Directory.ReadWrite.All": directory.union(groups).union([
            .writeProfile, .writeUsers, .createApplications, .writeApplications, .writeOwnedApplications, .writeGrants,
            .writeOwnGrants, .inviteGuests,
        ]),
        "Directory.AccessAsUser.All": Set(DirectoryRight.allCases),
    ]

    /// The names of the permissions.
    package static var names: [String] { rights.keys.sorted() }

    /// What a set of permissions allows.
    package static func rights(of permissions: some Sequence<String>) -> Set<DirectoryRight> {
        let byName = Dictionary(rights.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        return permissions.reduce(into: []) { $0.formUnion(byName[$1.lowercased()] ?? []) }
    }
}
