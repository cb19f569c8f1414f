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
            return GraphRelation(
                entities: {
                    try session.consents().compactMap(session.permissionGrant).filter {
                        $0.members["clientId"] == .string(entity.id)
                    }
                }, type: .permissionGrant, set: "oauth2PermissionGrants")
        case "memberof", "transitivememberof":
            let isDirect = name.lowercased() == "memberof"
            return GraphRelation(
                entities: { try session.memberships(of: entity.id, isDirect: isDirect) }, type: .directoryObject,
                set: "directoryObjects", isTyped: true)
        case "ownedobjects", "createdobjects":
            return GraphRelation(
                entities: {
                    session.registrations.filter { $0.owners?.contains(entity.id) == true }.map(session.entity)
                        + session.editor.groups.filter { $0.owners.contains(entity.id) }.map(session.entity)
                }, type: .directoryObject, set: "directoryObjects", isTyped: true)
        case "delegatedpermissionclassifications", "claimsmappingpolicies", "homerealmdiscoverypolicies",
            "tokenissuancepolicies", "tokenlifetimepolicies":
            return GraphRelation(entities: { [] }, type: .directoryObject, set: "\(address)/\(name)")
        default: return nil
        }
    }
}
