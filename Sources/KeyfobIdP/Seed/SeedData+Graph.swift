import KeyfobIdPCore
import KeyfobIdPModel

extension SeedData {
    /// A permission of Microsoft Graph, with the ids that Microsoft publishes.
    private struct Permission {
        let value: String
        /// Its id on behalf of users; nil if it exists for applications only.
        let scopeID: String?
        /// Its id for applications; nil if it exists on behalf of users only.
        let roleID: String?
        let name: String
        /// Whether a user may consent to it.
        var isForUsers = false
    }

    /// The API Microsoft Graph: the permissions that this provider serves, and those that apps often name.
    static let graph: Application = {
        var graph = Application(
            appID: ScopeResolution.graphID, objectID: "33333333-0000-4000-8000-0000000000f2", tenantID: tenantID,
            displayName: "Microsoft Graph", signInAudience: .organizationsAndPersonal,
            identifierURIs: ["https://graph.microsoft.com"], requestedAccessTokenVersion: 1)
        graph.scopes = permissions.compactMap { permission in
            permission.scopeID.map { id in
                PermissionScope(
                    id: id, value: permission.value, displayName: permission.name, description: permission.name + ".",
                    requiresAdministrator: !permission.isForUsers)
            }
        }
        graph.appRoles = permissions.compactMap { permission in
            permission.roleID.map { id in
                AppRole(
                    id: id, value: permission.value, displayName: permission.name,
                    description: permission.name + ".")
            }
        }
        graph.optionalClaims = OptionalClaims(accessToken: ["xms_cc"])
        graph.preAuthorizedApplications = trusted(with: graph)
        return graph
    }()

    private static let permissions = ownPermissions + directoryPermissions + adminPermissions

    /// What users let apps do in their own name.
    private static let ownPermissions = [
        Permission(
            value: "User.Read", scopeID: "e1fe6dd8-ba31-4d61-89e7-88639da4683d", roleID: nil, name: "Read your profile",
            isForUsers: true),
        Permission(
            value: "User.ReadWrite", scopeID: "b4e74841-8e56-480b-be8b-910348b18b4c", roleID: nil,
            name: "Read and change your profile", isForUsers: true),
        Permission(
            value: "User.ReadBasic.All", scopeID: "b340eb25-3456-403f-be2f-af7a0d370277",
            roleID: "97235f07-e226-4f63-ace3-39588e11d3a1", name: "Read the names of all users", isForUsers: true),
        Permission(
            value: "Mail.Read", scopeID: "570282fd-fa5c-430d-a7fd-fc8dc98a9dca",
            roleID: "810c84a8-4a9e-49e6-bf7d-12d183f40d01", name: "Read your mail", isForUsers: true),
        Permission(
            value: "Mail.Send", scopeID: "e383f46e-2787-4529-855e-0e479a3ffac0",
            roleID: "b633e1c5-b582-4048-a93e-9f11b44c7e96", name: "Send mail as you", isForUsers: true),
    ]

    /// Users, groups and what else the directory has.
    private static let directoryPermissions = [
        Permission(
            value: "User.Read.All", scopeID: "a154be20-db9c-4678-8ab7-66f6cc099a59",
            roleID: "df021288-bdef-4463-88db-98f22de89214", name: "Read all users' profiles"),
        Permission(
            value: "User.ReadWrite.All", scopeID: "204e0828-b5ca-4ad8-b9f3-f32a958e7cc4",
            roleID: "741f803b-c850-494e-b5df-cde7c675a1ca", name: "Read and change all users' profiles"),
        Permission(
            value: "User.Invite.All", scopeID: "63dd7cd9-b489-4adf-a28c-ac38b9a0f962",
            roleID: "09850681-111b-4a89-9bed-3f2cae46d706", name: "Invite guests"),
        Permission(
            value: "Group.Read.All", scopeID: "5f8c59db-677d-491f-a6b8-5f174b11ec1d",
            roleID: "5b567255-7703-4780-807c-7be8301ae99b", name: "Read all groups"),
        Permission(
            value: "Group.ReadWrite.All", scopeID: "4e46008b-f24c-477d-8fff-7bb4ec7aafe0",
            roleID: "62a82d76-70ea-41e2-9197-370581804d09", name: "Read and change all groups"),
        Permission(
            value: "GroupMember.Read.All", scopeID: "bc024368-1153-4739-b217-4326f2e966d0",
            roleID: "98830695-27a2-44f7-8c18-0c3ebc9698f6", name: "Read the members of groups"),
        Permission(
            value: "GroupMember.ReadWrite.All", scopeID: "f81125ac-d3b7-4573-a3b2-7099cc39df9e",
            roleID: "dbaae8cf-10b5-4b86-a4a1-f871c94c6695", name: "Change the members of groups"),
        Permission(
            value: "Directory.Read.All", scopeID: "06da0dbc-49e2-44d2-8312-53f166ab848a",
            roleID: "7ab1d382-f21e-4acd-a863-ba3e13f1da61", name: "Read the directory"),
        Permission(
            value: "Directory.ReadWrite.All", scopeID: "c5366453-9fb0-48a5-a156-24f0c49a4b84",
            roleID: "19dbc75e-c2e2-444c-a770-ec69d8559fc7", name: "Read and change the directory"),
        Permission(
            value: "Directory.AccessAsUser.All", scopeID: "0e263e50-5827-48a4-b97c-d940288653c7", roleID: nil,
            name: "Use the directory as you"),
        Permission(
            value: "Device.Read.All", scopeID: "951183d1-1a61-466f-a6d1-1fde911bfd95",
            roleID: "7438b122-aefc-4978-80ed-43db9fcc7715", name: "Read all devices"),
        Permission(
            value: "Device.ReadWrite.All", scopeID: nil, roleID: "1138cb37-bd11-4084-a2b7-9f71582aeddb",
            name: "Read and change all devices"),
        Permission(
            value: "Organization.Read.All", scopeID: "4908d5b9-3fb2-4b1e-9336-1888b7937185",
            roleID: "498476ce-e0fe-48b0-b801-37ba7e2685c6", name: "Read the organization"),
        Permission(
            value: "Organization.ReadWrite.All", scopeID: "46ca0847-7e6b-426e-9775-ea810a948356",
            roleID: "292d869f-3427-49a8-9dab-8c70152b74e9", name: "Read and change the organization"),
        Permission(
            value: "Domain.Read.All", scopeID: "2f9ee017-59c1-4f1d-9472-bd5529a7b311",
            roleID: "dbb9058a-0e50-45d7-ae91-66909b5d4664", name: "Read the organization's domains"),
    ]

    /// Applications, roles, policies and logs.
    private static let adminPermissions = [
        Permission(
            value: "Application.Read.All", scopeID: "c79f8feb-a9db-4090-85f9-90d820caa0eb",
            roleID: "9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30", name: "Read all applications"),
        Permission(
            value: "Application.ReadWrite.All", scopeID: "bdfbf15f-ee85-4955-8675-146e8e5296b5",
            roleID: "1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9", name: "Read and change all applications"),
        Permission(
            value: "Application.ReadWrite.OwnedBy", scopeID: nil, roleID: "18a4783c-866b-4cc7-a460-3d5e5662c884",
            name: "Change the applications that it owns"),
        Permission(
            value: "AppRoleAssignment.ReadWrite.All", scopeID: "84bccea3-f856-4a8a-967b-dbe0a3d53a64",
            roleID: "06b708a9-e830-4db3-a914-8e69da51d44f", name: "Assign roles of applications"),
        Permission(
            value: "DelegatedPermissionGrant.ReadWrite.All", scopeID: "41ce6ca6-6826-4807-84f1-1c82854f7ee5",
            roleID: "8e8e4742-1d95-4f68-9d56-6ee75648c72a", name: "Manage what users have consented to"),
        Permission(
            value: "RoleManagement.Read.Directory", scopeID: "741c54c3-0c1e-44a1-818b-3f97ab4e8c83",
            roleID: "483bed4a-2ad3-4361-a73b-c83ccdbdc53c", name: "Read directory roles"),
        Permission(
            value: "RoleManagement.ReadWrite.Directory", scopeID: "d01b97e9-cbc0-49fe-810a-750afd5527a3",
            roleID: "9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8", name: "Read and change directory roles"),
        Permission(
            value: "UserAuthenticationMethod.Read.All", scopeID: "aec28ec7-4d02-4e8c-b864-50163aea77eb",
            roleID: "38d9df27-64da-44fd-b7c5-a6fbac20248f", name: "Read how users sign in"),
        Permission(
            value: "UserAuthenticationMethod.ReadWrite.All", scopeID: "b7887744-6746-4312-813d-72daeaee7e2d",
            roleID: "50483e42-d915-4231-9639-7fdb7fd190e5", name: "Read and change how users sign in"),
        Permission(
            value: "Policy.Read.All", scopeID: "572fea84-0151-49b2-9301-11cb16974376",
            roleID: "246dd0d5-5bd0-4def-940b-0421030a5b68", name: "Read the organization's policies"),
        Permission(
            value: "Policy.ReadWrite.ConditionalAccess", scopeID: "ad902697-1014-4ef5-81ef-2b4301988e8c",
            roleID: "01c0a623-fc9b-48e9-b794-0756f8e8f067", name: "Change Conditional Access policies"),
        Permission(
            value: "AuditLog.Read.All", scopeID: "e4c9e354-4dc5-45b8-9e7c-e1393b0b1a20",
            roleID: "b0afded3-3588-46d8-8b3d-9842eff778da", name: "Read the logs"),
    ]
}
