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
        try transaction.put(user)
    }

    /// Writes a user whose name may have changed.
    ///
    /// - Throws: ``DirectoryError`` as ``create(_:)``.
    package func update(_ user: User, from old: User) throws {
        if user.userPrincipalName != old.userPrincipalName { try check(name: user.userPrincipalName, of: user) }
        try transaction.put(user)
    }

    /// A new password, or none, ends the sessions and tokens of the old one.
    package func setPassword(_ hash: String?, of user: inout User) throws {
        user.passwordHash = hash
        user.isDemonstration = false
        user.mustChangePassword = nil
        endSessions(of: &user)
        try transaction.put(Lockout(userID: user.objectID))
    }

    /// Ends the sessions and tokens of a user.
    package func endSessions(of user: inout User) {
        user.tokensValidFrom = now
        user.revocationEpoch += 1
    }

    private func check(name: String, of user: User?) throws {
        guard UserNameRule.isWellFormed(name) else {
            throw DirectoryError.invalid(member: "userPrincipalName", "is not of the form name@domain.")
        }
        let domain = name.split(separator: "@").last?.lowercased() ?? ""
        guard tenant.domains.contains(where: { $0.lowercased() == domain }) || user?.homeUserID != nil else {
            throw DirectoryError.invalid(
                member: "userPrincipalName", "has the domain '\(domain)', which is not one of the tenant's.")
        }
        if let other = try transaction.user(userPrincipalName: name), other.objectID != user?.objectID {
            throw DirectoryError.conflict("There is a user '\(name)' already.")
        }
    }

    /// Deletes a user. For 30 days it can be restored; until then nothing finds it.
    package func delete(_ user: User) throws {
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
    /// - Throws: ``DirectoryError`` if another user has the name now.
    package func restoreUser(_ item: DeletedItem) throws -> User {
        var user = try JSONDecoder().decode(User.self, from: Data(item.document.utf8))
        guard try transaction.user(userPrincipalName: user.userPrincipalName) == nil else {
            throw DirectoryError.conflict("There is a user '\(user.userPrincipalName)' already.")
        }
        if let home = user.homeUserID, try transaction.guest(of: home, in: tenant.id) != nil {
            throw DirectoryError.conflict("The user is a guest of the tenant already.")
        }
        endSessions(of: &user)
        try transaction.put(user)
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

/// The form of a user principal name.
package enum UserNameRule {
    /// Whether a text is of the form `name@domain`, in ASCII without spaces and quotation marks.
    package static func isWellFormed(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && text.utf8.count <= 113
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E }
    }
}
