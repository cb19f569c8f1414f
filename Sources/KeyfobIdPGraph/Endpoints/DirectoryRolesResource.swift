import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/directoryRoles`
struct DirectoryRolesResource: GraphResource {
    let name = "directoryRoles"
    let type = GraphType.directoryRole

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        guard query.top == nil else {
            throw GraphError.unsupported(
                "This resource does not support custom page sizes. Please retry without a page size.")
        }
        let tenant = session.tenant
        return GraphPiece(DirectoryRole.all, part) { tenant.entity($0) }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        let value = key.value.lowercased()
        let found = DirectoryRole.all.first { role in
            key.property?.lowercased() == "roletemplateid"
                ? role.templateID == value : role.objectID(in: session.tenant.id) == value
        }
        guard let found else { throw GraphError.notFound(key.value) }
        return session.entity(found)
    }

    /// Roles need no activation here: the request returns the one that exists.
    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        try session.caller.require(.writeRoles)
        let id = try body.required("roleTemplateId", of: type)
        guard let role = DirectoryRole.of(templateID: id) else { throw GraphError.notFound(id) }
        return .made(session.entity(role), context: "$metadata#directoryRoles/$entity")
    }

    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation? {
        guard name.lowercased() == "members",
            let role = DirectoryRole.all.first(where: { $0.objectID(in: session.tenant.id) == entity.id })
        else { return nil }
        var relation = GraphRelation(session) { role.members(in: session.tenant) }
        relation.add = { try RoleMembers(session: session).add($0, to: role) }
        relation.detach = { try RoleMembers(session: session).remove($0, from: role) }
        return relation
    }
}
