import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/roleManagement/directory/roleAssignments`
struct RoleAssignmentsResource: GraphResource {
    let name = "roleManagement/directory/roleAssignments"
    let type = GraphType.unifiedRoleAssignment

    private func all(_ session: GraphSession) -> [(role: DirectoryRole, principalID: String, entity: GraphEntity)] {
        DirectoryRole.all.flatMap { role in
            role.members(in: session.tenant).map { (role, $0, session.assignment(of: role, to: $0)) }
        }
    }

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        GraphPiece(all(session).map(\.entity), part) { $0 }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        guard let found = all(session).first(where: { $0.entity.id == key.value }) else {
            throw GraphError.notFound(key.value)
        }
        return found.entity
    }

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        try body.check(type)
        let roleID = try body.required("roleDefinitionId", of: type)
        let principalID = try body.required("principalId", of: type)
        guard body.string("directoryScopeId") ?? "/" == "/" else {
            throw GraphError.invalid("Roles are assigned for the whole directory here: 'directoryScopeId' is '/'.")
        }
        guard let role = DirectoryRole.of(templateID: roleID) else { throw GraphError.notFound(roleID) }
        try RoleMembers(session: session).add(principalID, to: role)
        return .made(
            session.assignment(of: role, to: principalID.lowercased()), context: "$metadata#\(name)/$entity")
    }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        guard let found = all(session).first(where: { $0.entity.id == entity.id }) else {
            throw GraphError.notFound(entity.id)
        }
        try RoleMembers(session: session).remove(found.principalID, from: found.role)
    }

    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation? {
        switch name {
        case "principal":
            return GraphRelation(session, isSingle: true) {
                [entity.members["principalId"]?.stringValue].compactMap(\.self)
            }
        case "roleDefinition":
            return GraphRelation(
                .roleDefinition, set: "roleManagement/directory/roleDefinitions", isSingle: true
            ) {
                [
                    DirectoryRole.of(templateID: entity.members["roleDefinitionId"]?.stringValue ?? "")
                        .map(session.definition)
                ].compactMap(\.self)
            }
        default: return nil
        }
    }
}
