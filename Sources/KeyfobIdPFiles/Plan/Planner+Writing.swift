import Foundation
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel

extension Planner {
    /// Writes every row that changes.
    func write() throws {
        for tenant in target.tenants.values where current.tenants[tenant.id] != tenant { try transaction.put(tenant) }
        // A name that passes from one user to another is free before it is taken.
        let removed = current.users.values.filter { target.users[$0.objectID] == nil }
        for user in removed { try remove(user) }
        for user in namesInBetween() { try transaction.put(user) }
        for user in target.users.values where current.users[user.objectID] != user {
            try transaction.put(user)
            // One that was deleted is back: nothing may remove its records later.
            if current.users[user.objectID] == nil { try transaction.removeDeletedItem(id: user.objectID) }
        }
        for id in newPasswords { try transaction.put(Lockout(userID: id)) }
        for factors in target.factors.values { try transaction.put(factors) }
        for application in current.applications.values where target.applications[application.appID] == nil {
            try remove(application)
        }
        for application in target.applications.values where current.applications[application.appID] != application {
            try transaction.put(application)
            if current.applications[application.appID] == nil {
                try transaction.removeDeletedItem(id: application.objectID)
            }
        }
        for (key, json) in current.objects.pairs where target.objects[key] == nil {
            if key.kind == .group || key.kind == .servicePrincipal {
                try delete(
                    key.kind == .group ? .group : .servicePrincipal, key.id, key.tenantID, json.text(),
                    groups: groups(of: key.id, in: key.tenantID))
            }
            try transaction.removeDirectoryObject(key.kind, id: key.id, tenantID: key.tenantID)
        }
        for (key, json) in target.objects.pairs where current.objects[key] != json {
            try transaction.put(
                DirectoryObject(kind: key.kind, id: key.id, tenantID: key.tenantID, document: json.text()))
            if current.objects[key] == nil { try transaction.removeDeletedItem(id: key.id) }
        }
        for (key, consent) in target.consents.pairs where current.consents[key] != consent {
            try transaction.put(consent)
        }
    }

    /// Users whose name passes to another user, under names that no user has: names are unique at every moment.
    private func namesInBetween() -> [User] {
        let wanted = Dictionary(
            target.users.values.map { ($0.userPrincipalName.lowercased(), $0.objectID) }
        ) { first, _ in first }
        return current.users.values.filter { user in
            guard target.users[user.objectID] != nil else { return false }
            return wanted[user.userPrincipalName.lowercased()].map { $0 != user.objectID } ?? false
        }.map { user in
            var moved = user
            moved.userPrincipalName = "\(user.objectID)@renamed.invalid"
            return moved
        }
    }

    private func remove(_ user: User) throws {
        try delete(
            .user, user.objectID, user.tenantID, try Self.text(user),
            groups: groups(of: user.objectID, in: user.tenantID))
        // Its refresh tokens end even if it is restored.
        try transaction.touchRefreshTokens(userID: user.objectID, at: .min / 2)
        try transaction.removeUser(objectID: user.objectID)
    }

    private func remove(_ application: Application) throws {
        let principal = ServicePrincipal.objectID(of: application, in: application.tenantID)
        try delete(
            .application, application.objectID, application.tenantID, try Self.text(application),
            groups: groups(of: principal, in: application.tenantID))
        try transaction.removeApplication(appID: application.appID)
    }

    /// Keeps a removed object for 30 days, in which it can be restored.
    private func delete(
        _ kind: DeletedItem.Kind, _ id: String, _ tenantID: String, _ document: String, groups: [String]
    ) throws {
        try transaction.put(
            DeletedItem(
                kind: kind, id: id, tenantID: tenantID, deletedAt: setting.now, document: document, groups: groups))
    }

    private static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
