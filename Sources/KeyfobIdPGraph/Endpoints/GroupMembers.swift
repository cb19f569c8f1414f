import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// The objects that are related to a group.
struct GroupMembers {
    let session: GraphSession
    let id: String

    /// A relationship; nil if groups have none of that name.
    func relation(_ name: String, _ entity: GraphEntity) throws -> GraphRelation? {
        switch name.lowercased() {
        case "members":
            var relation = objects { group in group.members }
            relation.add = { try change(isOfMembers: true) { group, id in try add(id, to: &group) }($0) }
            relation.detach = { try change(isOfMembers: true, remove)($0) }
            return relation
        case "owners":
            var relation = objects { group in group.owners }
            relation.add = { try change(addOwner)($0) }
            relation.detach = { try change(removeOwner)($0) }
            return relation
        case "transitivemembers": return objects { _ in transitive }
        case "memberof", "transitivememberof":
            let isDirect = name.lowercased() == "memberof"
            return GraphRelation(session) { try session.memberships(of: id, isDirect: isDirect) }
        case "approleassignments":
            return RoleAssignments(session: session).relation(of: entity, set: "groups('\(id)')/appRoleAssignments")
        default: return nil
        }
    }

    private func objects(_ ids: @escaping (UserGroup) -> Set<String>) -> GraphRelation {
        GraphRelation(session) { session.editor.group(id).map { ids($0).sorted() } ?? [] }
    }

    /// The members of the group and of the groups in it.
    private var transitive: Set<String> {
        var found: Set<String> = []
        var next: Set<String> = [id]
        while !next.isEmpty {
            let members = next.compactMap(session.editor.group).reduce(into: Set<String>()) { $0.formUnion($1.members) }
            next = members.subtracting(found)
            found.formUnion(members)
        }
        return found
    }

    private func change(
        isOfMembers: Bool = false, _ apply: @escaping (inout UserGroup, String) throws -> Void
    ) -> (String) throws -> Void {
        { objectID in
            guard var group = session.editor.group(id) else { throw GraphError.notFound(id) }
            try session.caller.requireChanging(group, isOfMembers: isOfMembers)
            try apply(&group, objectID)
            try session.editor.put(group)
        }
    }

    /// Adds a member.
    func add(_ objectID: String, to group: inout UserGroup) throws {
        guard let object = try session.object(objectID) else { throw GraphError.notFound(objectID) }
        guard object.type.name != GraphType.application.name, object.type.name != GraphType.directoryRole.name,
            object.id != group.id
        else { throw GraphError.invalid("Invalid object identifier '\(objectID.prefix(64))'.") }
        guard group.members.insert(object.id).inserted else { throw GraphError.referenced("members") }
    }

    private func remove(_ group: inout UserGroup, _ objectID: String) throws {
        guard group.members.remove(objectID.lowercased()) != nil else { throw GraphError.notFound(objectID) }
    }

    private func addOwner(_ group: inout UserGroup, _ objectID: String) throws {
        guard let object = try session.object(objectID) else { throw GraphError.notFound(objectID) }
        guard object.type.name == GraphType.user.name || object.type.name == GraphType.servicePrincipal.name else {
            throw GraphError.invalid("Invalid object identifier '\(objectID.prefix(64))'.")
        }
        guard group.owners.insert(object.id).inserted else { throw GraphError.referenced("owners") }
    }

    private func removeOwner(_ group: inout UserGroup, _ objectID: String) throws {
        guard group.owners.remove(objectID.lowercased()) != nil else { throw GraphError.notFound(objectID) }
        guard !group.owners.isEmpty else {
            throw GraphError.invalid(
                "The group must have at least one owner, hence this owner cannot be removed.")
        }
    }
}
