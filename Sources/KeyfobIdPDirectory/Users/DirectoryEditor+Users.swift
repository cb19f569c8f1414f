import Foundation
import KeyfobConditionalAccess
import KeyfobIdPCore
package import KeyfobIdPModel

extension DirectoryEditor {
    /// Adds a user.
    ///
    /// - Throws: ``DirectoryError`` if the name is malformed or taken, or belongs to no domain of the tenant.
    package func create(_ user: User) throws {
        try check(name: user.userPrincipalName, of: nil)
        try checkRoom()
        try put(user)
    }

    /// Writes a user whose name may have changed.
    ///
    /// - Throws: ``DirectoryError`` as ``create(_:)``.
    package func update(_ user: User, from old: User) throws {
        if user.userPrincipalName != old.userPrincipalName { try check(name: user.userPrincipalName, of: user) }
        try put(user)
    }

    private func put(_ user: User) throws {
        try ObjectLimits.check(user)
        try transaction.put(user)
    }

    /// Gives a user another password, or none, as ``UserRules`` says.
    package func setPassword(_ hash: String?, of user: inout User) throws {
        try UserRules.setPassword(hash: hash, of: &user, now: now, in: transaction)
    }

    private func check(name: String, of user: User?) throws {
        try UserRules.check(newName: name, in: tenant)
        if let other = try transaction.user(userPrincipalName: name), other.objectID != user?.objectID {
            throw DirectoryError.conflict("There is a user '\(name)' already.")
        }
    }

    /// Deletes a user. For 30 days it can be restored; until then nothing finds it.
    ///
    /// - Throws: ``DirectoryError`` for the last Global Administrator.
    package func delete(_ user: User) throws {
        guard tenant.administrators != [user.objectID] else {
            throw DirectoryError.invalid("The last Global Administrator of the tenant cannot be deleted.")
        }
        let groups = try removeReferences(to: user.objectID)
        let document = String(decoding: try JSONEncoder().encode(user), as: UTF8.self)
        // Its refresh tokens end even if it is restored.
        try transaction.touchRefreshTokens(userID: user.objectID, at: .min / 2)
        try transaction.removeUser(objectID: user.objectID)
        try transaction.put(
            DeletedItem(
                kind: .user, id: user.objectID, tenantID: tenant.id, deletedAt: now, document: document,
                groups: groups))
    }

    /// Restores a user that was deleted, and the memberships in groups that still exist.
    ///
    /// - Throws: ``DirectoryError`` if another user has the name now, or another tenant its domain.
    package func restoreUser(_ item: DeletedItem) throws -> User {
        var user = try JSONDecoder().decode(User.self, from: Data(item.document.utf8))
        guard try transaction.user(userPrincipalName: user.userPrincipalName) == nil else {
            throw DirectoryError.conflict("There is a user '\(user.userPrincipalName)' already.")
        }
        if let home = user.homeUserID, try transaction.guest(of: home, in: tenant.id) != nil {
            throw DirectoryError.conflict("The user is a guest of the tenant already.")
        }
        let domain = UserRules.domain(of: user.userPrincipalName)
        guard directory.tenant(domain).map({ $0.id == tenant.id }) ?? true else {
            throw DirectoryError.conflict("The domain '\(domain.prefix(120))' of the user's name is another tenant's.")
        }
        user.endSessions(at: now)
        try put(user)
        try transaction.removeDeletedItem(id: item.id)
        try add(user.objectID, toGroups: item.groups)
        return user
    }

    /// Removes an object from groups, roles and the lists of owners.
    ///
    /// - Returns: the ids of the groups in which it was.
    func removeReferences(to objectID: String) throws -> [String] {
        var memberships: [String] = []
        for var group in groups where group.members.contains(objectID) || group.owners.contains(objectID) {
            if group.members.contains(objectID) { memberships.append(group.id) }
            group.members.remove(objectID)
            group.owners.remove(objectID)
            try put(group)
        }
        for var application in applications
        where application.tenantID == tenant.id && application.owners?.contains(objectID) == true {
            application.owners?.removeAll { $0 == objectID }
            try put(application)
        }
        var changed = tenant
        for role in DirectoryRole.all where role.members(in: changed).contains(objectID) {
            role.setMembers(role.members(in: changed).filter { $0 != objectID }, in: &changed)
        }
        if changed != tenant { try put(changed) }
        return memberships
    }

    func add(_ objectID: String, toGroups ids: [String]) throws {
        for var group in groups where ids.contains(group.id) {
            group.members.insert(objectID)
            try put(group)
        }
    }
}
