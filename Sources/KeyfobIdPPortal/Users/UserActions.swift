import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The forms of a user's page.
enum UserActions {
    /// Runs the action of the address.
    static func run(_ request: PortalRequest) async throws -> HTTPResponse {
        let user = try await UserLookup.user(request)
        switch request.action {
        case "settings": return try await settings(user, request)
        case "password": return try await password(user, request)
        case "revoke":
            try require(.writePasswords, over: user, request)
            return try await change(user, request, "revoked") { editor, user in editor.endSessions(of: &user) }
        case "phone", "authenticator", "remove-factors": return try await UserFactorActions.run(user, request)
        case "role", "remove-role": return try await role(user, request)
        case "group", "remove-group": return try await group(user, request)
        case "delete": return try await delete(user, request)
        default: throw DirectoryError.notFound("There is no such action.")
        }
    }

    /// Requires a right, also over a user who may have roles.
    static func require(_ right: DirectoryRight, over user: User, _ request: PortalRequest) throws(DirectoryError) {
        try request.require(right)
        guard request.session.mayManage(user) else {
            throw DirectoryError(
                status: 403, code: "forbidden",
                message: "The user has a directory role, so only those who may change roles can change this user.")
        }
    }

    private static func settings(_ old: User, _ request: PortalRequest) async throws -> HTTPResponse {
        try require(.writeUsers, over: old, request)
        return try await request.acting("settings", showing: UserPage.show) {
            var user = old
            user.userPrincipalName = try request.required("userPrincipalName", "The user name", atMost: 113)
            try UserPages.fill(&user, request)
            user.isEnabled = request.isTicked("isEnabled")
            guard user.isEnabled || user.objectID != request.session.user.objectID else {
                throw DirectoryError.field("isEnabled", "You cannot disable yourself.")
            }
            let changed = user
            try await request.edit { try $0.update(changed, from: old) }
            return "\(UserPages.address(user))?done=saved"
        }
    }

    private static func password(_ user: User, _ request: PortalRequest) async throws -> HTTPResponse {
        try require(.writePasswords, over: user, request)
        return try await request.acting("password", showing: UserPage.show) {
            guard user.homeUserID == nil, user.isCertificateOnly != true else {
                throw DirectoryError.field("password", "This user has no password here.")
            }
            let hash = try UserPages.password(request, isRequired: true)
            try await request.edit { editor in
                var changed = user
                try editor.setPassword(hash, of: &changed)
                try editor.transaction.put(changed)
            }
            return "\(UserPages.address(user))?done=saved"
        }
    }

    private static func role(_ user: User, _ request: PortalRequest) async throws -> HTTPResponse {
        try request.require(.writeRoles)
        return try await request.acting("role", showing: UserPage.show) {
            guard let role = DirectoryRole.of(templateID: request.text("role") ?? "") else {
                throw DirectoryError.field("role", "There is no such role.")
            }
            try await RoleChange(role: role, objectID: user.objectID, isAdding: request.action == "role").run(request)
            return "\(UserPages.address(user))?done=\(request.action == "role" ? "added" : "removed")"
        }
    }

    private static func group(_ user: User, _ request: PortalRequest) async throws -> HTTPResponse {
        try request.require(.writeGroups)
        let (id, isAdding) = (request.text("group") ?? "", request.action == "group")
        try await request.edit { editor in
            guard var group = editor.group(id) else { throw DirectoryError.notFound("There is no such group.") }
            if isAdding { group.members.insert(user.objectID) } else { group.members.remove(user.objectID) }
            try editor.put(group)
        }
        return .seeOther("\(UserPages.address(user))?done=\(isAdding ? "added" : "removed")")
    }

    private static func delete(_ user: User, _ request: PortalRequest) async throws -> HTTPResponse {
        try require(.writeUsers, over: user, request)
        guard user.objectID != request.session.user.objectID else {
            throw DirectoryError.conflict("You cannot delete yourself.")
        }
        try await request.edit { try $0.delete(user) }
        return .seeOther("/portal/users?done=deleted")
    }

    private static func change(
        _ old: User, _ request: PortalRequest, _ notice: String,
        _ body: @escaping @Sendable (DirectoryEditor, inout User) throws -> Void
    ) async throws -> HTTPResponse {
        try await request.edit { editor in
            var user = old
            try body(editor, &user)
            try editor.transaction.put(user)
        }
        return .seeOther("\(UserPages.address(old))?done=\(notice)")
    }
}

/// A change of the members of a directory role.
struct RoleChange: Sendable {
    let role: DirectoryRole
    let objectID: String
    let isAdding: Bool

    /// Writes the change.
    ///
    /// - Throws: ``DirectoryError`` if the directory would have no Global Administrator, or the user may not give more
    ///   than they have.
    func run(_ request: PortalRequest) async throws {
        let isGlobal = role.templateID == DirectoryRole.globalAdministrator.templateID
        let mayMakeGlobal =
            request.session.isGlobalAdministrator
            || request.session.roles.contains { $0.displayName == "Privileged Role Administrator" }
        guard !isGlobal || mayMakeGlobal else {
            throw DirectoryError(
                status: 403, code: "forbidden",
                message: "Only a Global or Privileged Role Administrator changes who is a Global Administrator.")
        }
        let (change, isLast) = (
            self, "The directory would have no Global Administrator. Give the role to another user first."
        )
        try await request.edit { editor in
            var tenant = editor.tenant
            var members = change.role.members(in: tenant).filter { $0 != change.objectID }
            if change.isAdding { members.append(change.objectID) }
            guard !isGlobal || !members.isEmpty else { throw DirectoryError.conflict(isLast) }
            change.role.setMembers(members, in: &tenant)
            try editor.put(tenant)
        }
    }
}
