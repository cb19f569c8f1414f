package import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
package import KeyfobIdPModel

extension DirectoryEditor {
    /// Deletes a group. For 30 days it can be restored.
    ///
    /// - Throws: ``DirectoryError`` if a policy names the group: it would apply to no user, or to all.
    package func delete(_ group: UserGroup) throws {
        let users = directory.policies(of: tenant.id).policies.filter {
            PolicyRules.groups(of: $0).contains(group.id)
        }
        if let user = users.first {
            throw DirectoryError.conflict("The policy '\(user.displayName)' names the group.")
        }
        let parents = try removeReferences(to: group.id)
        try transaction.removeDirectoryObject(.group, id: group.id, tenantID: tenant.id)
        forget(groupID: group.id)
        try transaction.put(
            DeletedItem(
                kind: .group, id: group.id, tenantID: tenant.id, deletedAt: now, document: group.json.text(),
                groups: parents))
    }

    /// Restores a group that was deleted, with its members.
    package func restoreGroup(_ item: DeletedItem) throws -> UserGroup {
        let group = try UserGroup(try JSONValue(parsing: item.document), id: item.id)
        try put(group)
        try transaction.removeDeletedItem(id: item.id)
        try add(group.id, toGroups: item.groups)
        return group
    }
}
