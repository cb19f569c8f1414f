import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// The objects that are related to a user.
struct UserRelations {
    let session: GraphSession
    let entity: GraphEntity

    /// A relationship; nil if users have none of that name.
    func relation(_ name: String) throws -> GraphRelation? {
        switch name.lowercased() {
        case "memberof": return memberships(isDirect: true)
        case "transitivememberof": return memberships(isDirect: false)
        case "ownedobjects", "createdobjects":
            return GraphRelation(session) { try session.ownedObjects(of: entity.id) }
        case "owneddevices", "registereddevices":
            return GraphRelation(session) {
                try session.transaction.devices(tenantID: session.tenant.id).filter { $0.ownerID == entity.id }
                    .map(session.tenant.objectID)
            }
        case "approleassignments":
            return RoleAssignments(session: session).relation(
                of: entity, set: "users('\(entity.id)')/appRoleAssignments")
        case "oauth2permissiongrants":
            return GraphRelation(.permissionGrant, set: "oauth2PermissionGrants") {
                try session.consents().filter { $0.userID == entity.id }.compactMap(session.permissionGrant)
            }
        case "manager":
            return GraphRelation(session, isSingle: true) { [] }
        case "directreports":
            return GraphRelation(session) { [] }
        case "licensedetails":
            return GraphRelation(.directoryObject, set: "users('\(entity.id)')/licenseDetails")
        case let path where path.hasPrefix("authentication/"):
            return AuthenticationMethods(session: session, userID: entity.id)
                .relation(String(path.dropFirst("authentication/".count)))
        default: return nil
        }
    }

    private func memberships(isDirect: Bool) -> GraphRelation {
        GraphRelation(session) { try session.memberships(of: entity.id, isDirect: isDirect) }
    }
}

extension GraphSession {
    /// The ids of the groups and directory roles of an object.
    ///
    /// - Parameter isDirect: whether groups that contain its groups are left out.
    func memberships(of id: String, isDirect: Bool) throws -> [String] {
        try caller.requireReadingMemberships(of: id)
        let ids = groupIDs(of: id, isDirect: isDirect)
        return editor.groups.map(\.id).filter(ids.contains)
            + DirectoryRole.roles(of: id, in: tenant).map { $0.objectID(in: tenant.id) }
    }

    /// The ids of the registrations, applications' objects and groups that an object owns.
    func ownedObjects(of id: String) throws -> [String] {
        let registrations = registrations.filter { $0.owners?.contains(id) == true }
        let principals = try principals().filter { editor.settings(of: $0).owners.contains(id) }
        return registrations.map(\.objectID) + principals.map { ServicePrincipal.objectID(of: $0, in: tenant.id) }
            + editor.groups.filter { $0.owners.contains(id) }.map(\.id)
    }

    /// The ids of the groups of an object.
    func groupIDs(of id: String, isDirect: Bool) -> Set<String> {
        guard !isDirect else { return Set(editor.groups.filter { $0.members.contains(id) }.map(\.id)) }
        var policies = TenantPolicies()
        policies.groups = editor.groups
        return policies.groups(of: id)
    }
}

extension GraphCaller {
    /// Checks that the caller may learn which groups contain an object.
    ///
    /// - Throws: ``GraphError``
    func requireReadingMemberships(of id: String) throws(GraphError) {
        if rights.contains(.readGroups) { return }
        switch principal {
        case .application where objectID == id: return
        case .user where objectID == id: try require(.readProfile)
        default: throw .denied
        }
    }
}
