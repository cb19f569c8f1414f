import KeyfobConditionalAccess
import KeyfobIdPCore
package import KeyfobIdPModel

/// A directory role of Entra ID: the id of its template is the same in every tenant.
package struct DirectoryRole: Sendable, Hashable {
    /// The id of its template.
    package let templateID: String
    /// Its name.
    package let displayName: String
    /// What it is for.
    package let description: String
    /// What it allows.
    package let rights: Set<DirectoryRight>

    private init(_ templateID: String, _ displayName: String, _ description: String, _ rights: Set<DirectoryRight>) {
        self.templateID = templateID
        self.displayName = displayName
        self.description = description
        self.rights = rights
    }

    /// The role of a template; nil if this provider does not have it.
    package static func of(templateID: String) -> DirectoryRole? {
        all.first { $0.templateID == templateID.lowercased() }
    }

    /// The id of the role's object in a tenant.
    package func objectID(in tenantID: String) -> String { DerivedID.of("directory role|\(tenantID)|\(templateID)") }

    /// The object ids of those who have the role in a tenant.
    package func members(in tenant: Tenant) -> [String] {
        templateID == Self.globalAdministrator.templateID
            ? tenant.administrators ?? [] : tenant.roleMembers?[templateID] ?? []
    }

    /// Sets the members of the role in a tenant.
    package func setMembers(_ members: [String], in tenant: inout Tenant) {
        guard templateID != Self.globalAdministrator.templateID else {
            tenant.administrators = members
            return
        }
        var all = tenant.roleMembers ?? [:]
        all[templateID] = members.isEmpty ? nil : members
        tenant.roleMembers = all.isEmpty ? nil : all
    }

    /// The roles that an object has in a tenant.
    package static func roles(of objectID: String, in tenant: Tenant) -> [DirectoryRole] {
        all.filter { $0.members(in: tenant).contains(objectID) }
    }

    /// The role that may do everything.
    package static let globalAdministrator = DirectoryRole(
        UserCondition.globalAdministrator, "Global Administrator", "Manages every aspect of the directory.",
        Set(DirectoryRight.allCases))

    /// Every role, with the ids that Microsoft publishes.
    package static let all: [DirectoryRole] = [
        globalAdministrator,
        DirectoryRole(
            "f2ef992c-3afb-46b9-b7cf-a126ee74c451", "Global Reader",
            "Reads everything that a Global Administrator can.",
            DirectoryRight.reading),
        DirectoryRole(
            "fe930be7-5e62-47db-91af-98c3a49a38b1", "User Administrator", "Manages users and groups.",
            DirectoryRight.overGroups.union([.writeUsers, .writePasswords, .inviteGuests])),
        DirectoryRole(
            "fdd7a751-b60b-444a-984c-02652fe8fa1c", "Groups Administrator", "Manages groups.",
            DirectoryRight.overGroups),
        DirectoryRole(
            "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3", "Application Administrator",
            "Manages app registrations, enterprise applications and consents.",
            [.writeApplications, .createApplications, .writeGrants, .writeAssignments]),
        DirectoryRole(
            "158c047a-c907-4556-b7ef-446551a6b5f7", "Cloud Application Administrator",
            "Manages app registrations, enterprise applications and consents.",
            [.writeApplications, .createApplications, .writeGrants, .writeAssignments]),
        DirectoryRole(
            "cf1c38e5-3621-4004-a7cb-879624dced7c", "Application Developer",
            "Registers applications where users may not.", [.createApplications]),
        DirectoryRole(
            "b1be1c3e-b65d-4f19-8427-f6fa0d97feb9", "Conditional Access Administrator",
            "Manages Conditional Access.", [.readPolicies, .writePolicies]),
        DirectoryRole(
            "194ae4cb-b126-40b2-bd5b-6091b380977d", "Security Administrator",
            "Manages policies, and reads the logs.", [.readPolicies, .writePolicies, .readLogs]),
        DirectoryRole(
            "5d6b6bb7-de71-4623-b4af-96380a352509", "Security Reader", "Reads policies and logs.",
            [.readPolicies, .readLogs]),
        DirectoryRole(
            "4a5d8f65-41da-4de4-8968-e035b65339cf", "Reports Reader", "Reads the logs.", [.readLogs]),
        DirectoryRole(
            "c4e39bd9-1100-46d3-8c65-fb160da0071f", "Authentication Administrator",
            "Manages the passwords and second factors of users without roles.",
            [.writePasswords, .readMethods, .writeMethods]),
        DirectoryRole(
            "7be44c8a-adaf-4e2a-84d6-ab2649e08a13", "Privileged Authentication Administrator",
            "Manages the passwords and second factors of all users.",
            [.writePasswords, .readMethods, .writeMethods, .manageAdministrators]),
        DirectoryRole(
            "729827e3-9c14-49f7-bb1b-9608f156bbb8", "Helpdesk Administrator",
            "Sets the passwords of users without roles.", [.writePasswords]),
        DirectoryRole(
            "e8611ab8-c189-46e8-94e1-60213ab1f814", "Privileged Role Administrator", "Manages directory roles.",
            [.writeRoles, .manageAdministrators, .writeGrants, .writeAssignments]),
        DirectoryRole(
            "7698a772-787b-4ac8-901f-60d6b08affd2", "Cloud Device Administrator", "Manages devices.", [.writeDevices]),
        DirectoryRole(
            "3a2c62db-5318-420d-8d74-23affee5d9d5", "Intune Administrator", "Manages devices and their compliance.",
            DirectoryRight.overGroups.union([.writeDevices])),
        DirectoryRole(
            "88d8e3e3-8f55-4a1e-953a-9b9898b8876b", "Directory Readers", "Reads users, groups and applications.",
            [
                .readUsers, .readBasicUsers, .readGroups, .readApplications, .readGrants, .readRoles, .readDevices,
                .readOrganization,
            ]),
        DirectoryRole(
            "9360feb5-f418-4baa-8175-e2a00bac4301", "Directory Writers", "Reads and changes users and groups.",
            DirectoryRight.overGroups.union([
                .readUsers, .readBasicUsers, .writeUsers, .readGroups, .readApplications, .readOrganization,
            ])),
        DirectoryRole(
            "95e79109-95c0-4d8e-aee3-d01accf2d47b", "Guest Inviter", "Invites guests.", [.inviteGuests]),
    ]

    /// The rights of a user in the user's tenant.
    package static func rights(of user: User, in tenant: Tenant) -> Set<DirectoryRight> {
        let base = user.homeUserID == nil ? DirectoryRight.ofMembers : DirectoryRight.ofGuests
        return roles(of: user.objectID, in: tenant).reduce(into: base) { $0.formUnion($1.rights) }
    }
}
