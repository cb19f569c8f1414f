import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// The objects that are related to an application's object in the tenant.
struct PrincipalRelations {
    let session: GraphSession
    let entity: GraphEntity

    /// A relationship; nil if there is none of that name.
    ///
    /// - Parameter changeable: the application, after checking that the caller may change its object.
    func relation(_ name: String, changeable: @escaping () throws -> Application) throws -> GraphRelation? {
        let address = "servicePrincipals('\(entity.id)')"
        switch name.lowercased() {
        case "owners":
            return Owners(session: session).relation {
                guard let application = try? session.principal(objectID: entity.id) else { return [] }
                return session.editor.settings(of: application).owners
            } check: {
                _ = try changeable()
            } change: { owners in
                let application = try changeable()
                var settings = session.editor.settings(of: application)
                settings.owners = owners
                try session.editor.put(settings, of: application)
            }
        case "approleassignments":
            return RoleAssignments(session: session).relation(of: entity, set: "\(address)/appRoleAssignments")
        case "approleassignedto":
            return RoleAssignments(session: session).relation(at: entity, set: "\(address)/appRoleAssignedTo")
        case "oauth2permissiongrants":
            return GraphRelation(.permissionGrant, set: "oauth2PermissionGrants") {
                guard let appID = try session.principal(objectID: entity.id)?.appID else { return [] }
                return try session.consents().filter { $0.clientID == appID }.compactMap(session.permissionGrant)
            }
        case "memberof", "transitivememberof":
            let isDirect = name.lowercased() == "memberof"
            return GraphRelation(session) { try session.memberships(of: entity.id, isDirect: isDirect) }
        case "ownedobjects", "createdobjects":
            return GraphRelation(session) { try session.ownedObjects(of: entity.id) }
        case "delegatedpermissionclassifications", "claimsmappingpolicies", "homerealmdiscoverypolicies",
            "tokenissuancepolicies", "tokenlifetimepolicies":
            return GraphRelation(.directoryObject, set: "\(address)/\(name)")
        default: return nil
        }
    }
}
