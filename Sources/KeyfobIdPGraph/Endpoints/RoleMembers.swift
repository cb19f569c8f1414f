import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// Gives roles to users, and takes them back.
struct RoleMembers {
    let session: GraphSession

    func add(_ id: String, to role: DirectoryRole) throws {
        guard !role.members(in: session.tenant).contains(id.lowercased()) else {
            throw GraphError.referenced("members")
        }
        try set(role, of: id, isHeld: true)
    }

    func remove(_ id: String, from role: DirectoryRole) throws {
        guard role.members(in: session.tenant).contains(id.lowercased()) else { throw GraphError.notFound(id) }
        try set(role, of: id, isHeld: false)
    }

    private func set(_ role: DirectoryRole, of id: String, isHeld: Bool) throws {
        try session.caller.require(.writeRoles)
        var giver: User?
        if case .user(let user) = session.caller.principal { giver = user }
        do {
            try session.editor.set(role, of: id.lowercased(), isHeld: isHeld, by: giver)
        } catch let error as DirectoryError {
            switch error.status {
            case 403: throw GraphError.denied
            case 404: throw GraphError.notFound(id)
            default: throw GraphError.invalid(error.message)
            }
        }
    }
}
