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
            return GraphRelation(
                entities: { try ownedObjects }, type: .directoryObject, set: "directoryObjects", isTyped: true)
        case "owneddevices", "registereddevices":
            return GraphRelation(
                entities: { try devices }, type: .directoryObject, set: "directoryObjects", isTyped: true)
        case "approleassignments":
            return RoleAssignments(session: session).relation(
                of: entity, set: "users('\(entity.id)')/appRoleAssignments")
        case "oauth2permissiongrants":
            return GraphRelation(
                entities: {
                    try session.consents().filter { $0.userID == entity.id }.compactMap(session.permissionGrant)
                }, type: .permissionGrant, set: "oauth2PermissionGrants")
        case "manager":
            return GraphRelation(
                entities: { [] }, type: .directoryObject, set: "directoryObjects", isTyped: true, isSingle: true)
        case "directreports":
            return GraphRelation(entities: { [] }, type: .directoryObject, set: "directoryObjects", isTyped: true)
        case "licensedetails":
            return GraphRelation(entities: { [] }, type: .directoryObject, set: "users('\(entity.id)')/licenseDetails")
        case let path where path.hasPrefix("authentication/"):
            return AuthenticationMethods(session: session, userID: entity.id)
                .relation(String(path.dropFirst("authentication/".count)))
        default: return nil
        }
    }

    private func memberships(isDirect: Bool) -> GraphRelation {
        GraphRelation(
            entities: { try session.memberships(of: entity.id, isDirect: isDirect) }, type: .directoryObject,
            set: "directoryObjects", isTyped: true)
    }

    private var ownedObjects: [GraphEntity] {
        get throws {
            let registrations = session.registrations.filter { $0.owners?.contains(entity.id) == true }
            let principals = try session.principals().filter {
                session.editor.settings(of: $0).owners.contains(entity.id)
            }
            return registrations.map(session.entity) + principals.map(session.principalEntity)
                + session.editor.groups.filter { $0.owners.contains(entity.id) }.map(session.entity)
        }
    }

    private var devices: [GraphEntity] {
        get throws {
            try session.transaction.devices(tenantID: session.tenant.id).filter { $0.ownerID == entity.id }
                .map(session.entity)
        }
    }
}

extension GraphSession {
    /// The groups and directory roles of an object.
    ///
    /// - Parameter isDirect: whether groups that contain its groups are left out.
    func memberships(of id: String, isDirect: Bool) throws -> [GraphEntity] {
        if caller.objectID != id { try caller.require(.readGroups) }
        let ids = groupIDs(of: id, isDirect: isDirect)
        return editor.groups.filter { ids.contains($0.id) }.map(entity)
            + DirectoryRole.roles(of: id, in: tenant).map(entity)
    }

    /// The ids of the groups of an object.
    func groupIDs(of id: String, isDirect: Bool) -> Set<String> {
        guard !isDirect else { return Set(editor.groups.filter { $0.members.contains(id) }.map(\.id)) }
        var policies = TenantPolicies()
        policies.groups = editor.groups
        return policies.groups(of: id)
    }
}
