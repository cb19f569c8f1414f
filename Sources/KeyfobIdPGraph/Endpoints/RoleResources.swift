import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/directoryRoles`
struct DirectoryRolesResource: GraphResource {
    let name = "directoryRoles"
    let type = GraphType.directoryRole

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        try session.caller.require(.readRoles)
        guard query.top == nil else {
            throw GraphError.unsupported(
                "This resource does not support custom page sizes. Please retry without a page size.")
        }
        return ODataPage(of: DirectoryRole.all.map(session.entity), query)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try session.caller.require(.readRoles)
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
        return .entity(session.entity(role), context: "$metadata#directoryRoles/$entity", status: 201)
    }

    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation? {
        guard name.lowercased() == "members",
            let role = DirectoryRole.all.first(where: { $0.objectID(in: session.tenant.id) == entity.id })
        else { return nil }
        var relation = GraphRelation(
            entities: { try role.members(in: session.tenant).compactMap(session.object) }, type: .directoryObject,
            set: "directoryObjects", isTyped: true)
        relation.add = { try RoleMembers(session: session).add($0, to: role) }
        relation.detach = { try RoleMembers(session: session).remove($0, from: role) }
        return relation
    }
}

/// Gives roles to users, and takes them back.
struct RoleMembers {
    let session: GraphSession

    func add(_ id: String, to role: DirectoryRole) throws {
        try session.caller.require(.writeRoles)
        try checkGlobal(role)
        guard let user = try session.editor.user(id),
            user.homeUserID == nil || role.templateID != DirectoryRole.globalAdministrator.templateID
        else { throw GraphError.notFound(id) }
        guard !role.members(in: session.tenant).contains(user.objectID) else { throw GraphError.referenced("members") }
        var tenant = session.tenant
        role.setMembers(role.members(in: tenant) + [user.objectID], in: &tenant)
        try session.editor.put(tenant)
    }

    func remove(_ id: String, from role: DirectoryRole) throws {
        try session.caller.require(.writeRoles)
        try checkGlobal(role)
        let id = id.lowercased()
        var members = role.members(in: session.tenant)
        guard members.contains(id) else { throw GraphError.notFound(id) }
        members.removeAll { $0 == id }
        guard !members.isEmpty || role.templateID != DirectoryRole.globalAdministrator.templateID else {
            throw GraphError.invalid("A tenant has at least one Global Administrator.")
        }
        var tenant = session.tenant
        role.setMembers(members, in: &tenant)
        try session.editor.put(tenant)
    }

    /// A user who may give roles, but is no Global Administrator, does not make one.
    private func checkGlobal(_ role: DirectoryRole) throws(GraphError) {
        guard role.templateID == DirectoryRole.globalAdministrator.templateID,
            case .user(let user) = session.caller.principal
        else { return }
        guard session.tenant.administrators?.contains(user.objectID) == true else { throw .denied }
    }
}

/// `/directoryRoleTemplates`
struct DirectoryRoleTemplatesResource: GraphResource {
    let name = "directoryRoleTemplates"
    let type = GraphType.directoryRoleTemplate

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        try session.caller.require(.readRoles)
        return ODataPage(of: DirectoryRole.all.map(Self.entity), query)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try session.caller.require(.readRoles)
        guard let role = DirectoryRole.of(templateID: key.value) else { throw GraphError.notFound(key.value) }
        return Self.entity(role)
    }

    private static func entity(_ role: DirectoryRole) -> GraphEntity {
        GraphEntity(
            .directoryRoleTemplate, id: role.templateID,
            ["displayName": .string(role.displayName), "description": .string(role.description)])
    }
}

/// `/roleManagement/directory/roleDefinitions`
struct RoleDefinitionsResource: GraphResource {
    let name = "roleManagement/directory/roleDefinitions"
    let type = GraphType.roleDefinition

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        try session.caller.require(.readRoles)
        return ODataPage(of: DirectoryRole.all.map(session.definition), query)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try session.caller.require(.readRoles)
        guard let role = DirectoryRole.of(templateID: key.value) else { throw GraphError.notFound(key.value) }
        return session.definition(role)
    }
}

/// `/roleManagement/directory/roleAssignments`
struct RoleAssignmentsResource: GraphResource {
    let name = "roleManagement/directory/roleAssignments"
    let type = GraphType.unifiedRoleAssignment

    private func all(_ session: GraphSession) -> [(role: DirectoryRole, principalID: String, entity: GraphEntity)] {
        DirectoryRole.all.flatMap { role in
            role.members(in: session.tenant).map { (role, $0, session.assignment(of: role, to: $0)) }
        }
    }

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        try session.caller.require(.readRoles)
        return ODataPage(of: all(session).map(\.entity), query)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try session.caller.require(.readRoles)
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
        return .entity(
            session.assignment(of: role, to: principalID.lowercased()), context: "$metadata#\(name)/$entity",
            status: 201)
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
            return GraphRelation(
                entities: {
                    [try session.object(entity.members["principalId"]?.stringValue ?? "")].compactMap { $0 }
                }, type: .directoryObject, set: "directoryObjects", isTyped: true, isSingle: true)
        case "roleDefinition":
            return GraphRelation(
                entities: {
                    [
                        DirectoryRole.of(templateID: entity.members["roleDefinitionId"]?.stringValue ?? "")
                            .map(session.definition)
                    ].compactMap { $0 }
                }, type: .roleDefinition, set: "roleManagement/directory/roleDefinitions", isSingle: true)
        default: return nil
        }
    }
}
