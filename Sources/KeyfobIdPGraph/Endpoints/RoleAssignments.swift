import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// The roles of applications that users, groups and applications have: `appRoleAssignments` of the one who has them,
/// `appRoleAssignedTo` of the application that declares them.
struct RoleAssignments {
    let session: GraphSession

    /// The assignments of one who has roles.
    func relation(of entity: GraphEntity, set: String) -> GraphRelation {
        relation(set: set) { $0.members["principalId"] == .string(entity.id) }
    }

    /// The assignments to an application's roles.
    func relation(at entity: GraphEntity, set: String) -> GraphRelation {
        relation(set: set) { $0.members["resourceId"] == .string(entity.id) }
    }

    private func relation(set: String, _ isMeant: @escaping (GraphEntity) -> Bool) -> GraphRelation {
        var relation = GraphRelation(.roleAssignment, set: set) {
            try session.consents().filter {
                $0.userID == Consent.application || $0.userID == Consent.assignment
            }.flatMap(session.roleAssignments).filter(isMeant)
        }
        relation.create = { body in try create(body) }
        relation.remove = { assignment in try remove(assignment) }
        return relation
    }

    /// One role: who has it, of which application.
    private struct Assigned {
        let api: Application
        let value: String
        /// The key of the consent that contains it.
        let owner: (userID: String, clientID: String)
    }

    private func create(_ body: GraphBody) throws -> GraphEntity {
        try body.check(.roleAssignment)
        let principalID = try body.required("principalId", of: .roleAssignment)
        let resourceID = try body.required("resourceId", of: .roleAssignment)
        let roleID = try body.required("appRoleId", of: .roleAssignment)
        let assigned = try assigned(principalID, resourceID, roleID)
        try checkRights(assigned)
        var consent = try stored(assigned)
        guard !consent.scopes.contains(assigned.value) else {
            throw GraphError.invalid("Permission being assigned already exists on the object")
        }
        consent.scopes.append(assigned.value)
        try session.put(consent)
        let made = try session.roleAssignments(consent).first {
            $0.members["appRoleId"] == .string(roleID.lowercased())
        }
        guard let made else { throw GraphError.notFound(roleID) }
        return made
    }

    private func remove(_ assignment: GraphEntity) throws {
        let assigned = try assigned(
            assignment.members["principalId"]?.stringValue ?? "", assignment.members["resourceId"]?.stringValue ?? "",
            assignment.members["appRoleId"]?.stringValue ?? "")
        try checkRights(assigned)
        var consent = try stored(assigned)
        consent.scopes.removeAll { $0 == assigned.value }
        try session.put(consent)
    }

    private func stored(_ assigned: Assigned) throws -> Consent {
        let (userID, clientID) = assigned.owner
        return try session.transaction.consents(tenantID: session.tenant.id, userID: userID, clientID: clientID)
            .first { $0.resourceID == assigned.api.appID }
            ?? Consent(
                tenantID: session.tenant.id, userID: userID, clientID: clientID, resourceID: assigned.api.appID,
                scopes: [])
    }

    /// An application's permission to assign roles has no such limit, as in Entra ID.
    private func checkRights(_ assigned: Assigned) throws(GraphError) {
        let rights = session.caller.rights
        guard rights.contains(.writeAssignments) || rights.contains(.writeApplications) && !isPermission(assigned)
        else {
            throw .denied
        }
        if isPermission(assigned), case .user = session.caller.principal,
            !GrantRules.mayGrantPermissions(of: assigned.api, rights)
        {
            throw .denied
        }
    }

    private func isPermission(_ assigned: Assigned) -> Bool { assigned.owner.userID == Consent.application }

    private func assigned(_ principalID: String, _ resourceID: String, _ roleID: String) throws -> Assigned {
        guard let api = try session.principal(objectID: resourceID) else { throw GraphError.notFound(resourceID) }
        guard let principal = try session.object(principalID) else { throw GraphError.notFound(principalID) }
        let owner: (String, String)
        let isForApplications: Bool
        switch principal.type.name {
        case GraphType.user.name, GraphType.group.name:
            owner = (Consent.assignment, principal.id)
            isForApplications = false
        case GraphType.servicePrincipal.name:
            guard let client = try session.principal(objectID: principalID) else {
                throw GraphError.notFound(principalID)
            }
            owner = (Consent.application, client.appID)
            isForApplications = true
        default: throw GraphError.invalidValue("principalId", of: .roleAssignment)
        }
        let id = roleID.lowercased()
        if id == GraphSession.defaultRole, !isForApplications {
            return Assigned(api: api, value: id, owner: owner)
        }
        let role = api.appRoles?.first { $0.id.lowercased() == id && $0.isEnabled }
        guard let role, isForApplications ? role.isForApplications : role.isForUsers else {
            throw GraphError.invalid("Permission being assigned was not found on application '\(api.appID)'.")
        }
        return Assigned(api: api, value: role.value, owner: owner)
    }
}
