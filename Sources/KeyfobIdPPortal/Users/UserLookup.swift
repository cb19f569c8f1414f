import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// Finds the users of a tenant for a request.
enum UserLookup {
    /// The user of the address, in the tenant of the session.
    ///
    /// - Throws: ``DirectoryError`` if there is none.
    static func user(_ request: PortalRequest) async throws -> User {
        let (id, tenantID) = (request.id, request.tenant.id)
        guard let user = try await request.context.transaction({ try $0.user(objectID: id) }), user.tenantID == tenantID
        else { throw DirectoryError.notFound("This directory has no such user.") }
        return user
    }

    /// The user names of the tenant's users, by their object ids. An id of another tenant's user has none.
    static func names(
        of ids: some Sequence<String> & Sendable, _ request: PortalRequest
    ) async throws -> [String: String] {
        let tenantID = request.tenant.id
        return try await request.read { transaction in
            try ids.reduce(into: [String: String]()) { names, id in
                guard let user = try transaction.user(objectID: id), user.tenantID == tenantID else { return }
                names[id] = user.userPrincipalName
            }
        }
    }

    /// The user with a name or an object id.
    ///
    /// - Throws: ``DirectoryError`` at a field.
    static func named(_ name: String, _ field: String, _ request: PortalRequest) async throws -> User {
        guard let user = try await request.edit({ try $0.user(name) }) else {
            throw DirectoryError.field(field, "This directory has no user '\(name.prefix(113))'.")
        }
        return user
    }

    /// The users that a text names, with all who have it in their name or mail; at most so many.
    static func found(_ text: String, atMost count: Int, _ request: PortalRequest) async throws -> (
        users: [User], isMore: Bool
    ) {
        let (wanted, tenantID) = (text.lowercased(), request.tenant.id)
        return try await request.context.transaction { transaction in
            var found: [User] = []
            var position: Int64? = 0
            while let start = position {
                let page = try transaction.users(tenantID: tenantID, after: start, limit: 500)
                found += page.users.filter { user in
                    wanted.isEmpty || user.displayName.lowercased().contains(wanted)
                        || user.userPrincipalName.lowercased().contains(wanted)
                        || user.mail?.lowercased().contains(wanted) == true || user.objectID == wanted
                }
                if found.count > count { return (Array(found.prefix(count)), true) }
                position = page.next
            }
            return (found, false)
        }
    }
}
