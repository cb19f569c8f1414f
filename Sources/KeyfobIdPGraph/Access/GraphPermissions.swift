import KeyfobIdPDirectory

/// The permissions of Microsoft Graph that this provider has, and what they allow.
enum GraphPermissions {
    private static let directory: Set<DirectoryRight> = [
        .readProfile, .readUsers, .readGroups, .readApplications, .readGrants, .readRoles, .readDevices,
        .readOrganization,
    ]

    /// What each permission allows: a client on behalf of a user within the user's own rights, and an application by
    /// itself.
    private static let rights: [String: Set<DirectoryRight>] = [
        "User.Read": [.readProfile, .readOrganization],
        "User.ReadWrite": [.readProfile, .writeProfile, .readOrganization],
        "User.ReadBasic.All": [.readUsers],
        "User.Read.All": [.readProfile, .readUsers],
        "User.ReadWrite.All": [.readProfile, .writeProfile, .readUsers, .writeUsers, .writePasswords],
        "User.Invite.All": [.inviteGuests],
        "UserAuthenticationMethod.Read": [.readProfile],
        "UserAuthenticationMethod.Read.All": [.readMethods],
        "UserAuthenticationMethod.ReadWrite.All": [.readMethods, .writeMethods],
        "Group.Read.All": [.readGroups],
        "Group.ReadWrite.All": [.readGroups, .writeGroups],
        "Group.Create": [.writeGroups],
        "GroupMember.Read.All": [.readGroups],
        "GroupMember.ReadWrite.All": [.readGroups, .writeGroups],
        "Application.Read.All": [.readApplications, .readGrants],
        "Application.ReadWrite.All": [
            .readApplications, .readGrants, .createApplications, .writeApplications, .writeOwnedApplications,
        ],
        "Application.ReadWrite.OwnedBy": [.readApplications, .createApplications, .writeOwnedApplications],
        "AppRoleAssignment.ReadWrite.All": [.readApplications, .readGrants, .writeAssignments],
        "DelegatedPermissionGrant.Read.All": [.readGrants],
        "DelegatedPermissionGrant.ReadWrite.All": [.readGrants, .writeGrants],
        "Device.Read.All": [.readDevices],
        "Device.ReadWrite.All": [.readDevices, .writeDevices],
        "Policy.Read.All": [.readPolicies],
        "Policy.Read.ConditionalAccess": [.readPolicies],
        "Policy.ReadWrite.ConditionalAccess": [.writePolicies],
        "Policy.ReadWrite.Authorization": [.writeOrganization],
        "AuditLog.Read.All": [.readLogs],
        "Organization.Read.All": [.readOrganization],
        "Organization.ReadWrite.All": [.readOrganization, .writeOrganization],
        "Domain.Read.All": [.readOrganization],
        "Domain.ReadWrite.All": [.readOrganization, .writeOrganization],
        "RoleManagement.Read.Directory": [.readRoles],
        "RoleManagement.ReadWrite.Directory": [.readRoles, .writeRoles, .manageAdministrators],
        "Directory.Read.All": directory,
        "Directory.ReadWrite.All": directory.union([
            .writeProfile, .writeUsers, .writeGroups, .createApplications, .writeApplications,
            .writeOwnedApplications, .writeGrants, .inviteGuests,
        ]),
        "Directory.AccessAsUser.All": Set(DirectoryRight.allCases),
    ]

    /// What a set of permissions allows.
    static func rights(of permissions: some Sequence<String>) -> Set<DirectoryRight> {
        let byName = Dictionary(rights.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        return permissions.reduce(into: []) { $0.formUnion(byName[$1.lowercased()] ?? []) }
    }
}
