package import KeyfobIdPModel

extension DirectoryEditor {
    /// Gives a user a directory role, or takes it back.
    ///
    /// - Parameters:
    ///   - giver: the user who changes the role; nil for an application or the provider's administrator.
    /// - Throws: ``DirectoryError`` 403 if another user than a Global Administrator changes who is one, 404 if the tenant
    ///   has no such user, 409 if the tenant would have no Global Administrator.
    package func set(_ role: DirectoryRole, of objectID: String, isHeld: Bool, by giver: User?) throws {
        let isGlobal = role.templateID == DirectoryRole.globalAdministrator.templateID
        if isGlobal, let giver, tenant.administrators?.contains(giver.objectID) != true {
            throw DirectoryError(
                status: 403, code: "forbidden",
                message: "Only a Global Administrator changes who is a Global Administrator.")
        }
        var changed = tenant
        var members = role.members(in: tenant).filter { $0 != objectID }
        if isHeld {
            guard let user = try user(objectID), user.objectID == objectID, !isGlobal || user.homeUserID == nil else {
                throw DirectoryError.notFound("The tenant has no member '\(objectID.prefix(64))'.")
            }
            members.append(objectID)
        }
        guard !isGlobal || !members.isEmpty else {
            throw DirectoryError.conflict(
                "The directory would have no Global Administrator. Give the role to another user first.")
        }
        role.setMembers(members, in: &changed)
        try put(changed)
    }
}
