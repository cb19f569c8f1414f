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
            try await edit(user, request) { editor, user in user.endSessions(at: editor.now) }
            return .seeOther("\(UserPages.address(user))?done=revoked")
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
                message:
                    "The user has a directory role, so only those who may manage administrators can change this user.")
        }
    }

    private static func settings(_ old: User, _ request: PortalRequest) async throws -> HTTPResponse {
        try require(.writeUsers, over: old, request)
        return try await request.acting("settings", showing: UserPage.show) {
            var typed = old
            typed.userPrincipalName = try request.required("userPrincipalName", "The user name", atMost: 113)
            try UserPages.fill(&typed, request)
            typed.isEnabled = request.isTicked("isEnabled")
            guard typed.isEnabled || old.objectID != request.session.user.objectID else {
                throw DirectoryError.field("isEnabled", "You cannot disable yourself.")
            }
            let new = typed
            try await edit(old, request) { editor, user in
                user.userPrincipalName = new.userPrincipalName
                user.displayName = new.displayName
                user.givenName = new.givenName
                user.familyName = new.familyName
                user.mail = new.mail
                if user.isEnabled, !new.isEnabled { user.endSessions(at: editor.now) }
                user.isEnabled = new.isEnabled
            }
            return "\(UserPages.address(old))?done=saved"
        }
    }

    private static func password(_ user: User, _ request: PortalRequest) async throws -> HTTPResponse {
        try require(.writePasswords, over: user, request)
        return try await request.acting("password", showing: UserPage.show) {
            guard user.homeUserID == nil, user.isCertificateOnly != true else {
                throw DirectoryError.field("password", "This user has no password here.")
            }
            let hash = try UserPages.password(request, isRequired: true)
            try await edit(user, request) { editor, user in try editor.setPassword(hash, of: &user) }
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
        try await request.edit { editor in
            guard let present = try editor.user(user.objectID) else {
                throw DirectoryError.notFound("This directory has no such user.")
            }
            try editor.delete(present)
        }
        return .seeOther("/portal/users?done=deleted")
    }

    /// Changes a user as the store has it now: another request may have changed it since the page was read.
    private static func edit(
        _ old: User, _ request: PortalRequest,
        _ change: @escaping @Sendable (DirectoryEditor, inout User) throws -> Void
    ) async throws {
        try await request.edit { editor in
            guard let present = try editor.user(old.objectID) else {
                throw DirectoryError.notFound("This directory has no such user.")
            }
            var user = present
            try change(editor, &user)
            try editor.update(user, from: present)
        }
    }
}

/// A change of the members of a directory role.
struct RoleChange: Sendable {
    let role: DirectoryRole
    let objectID: String
    let isAdding: Bool

    /// Writes the change.
    ///
    /// - Throws: ``DirectoryError`` as the directory's rules say.
    func run(_ request: PortalRequest) async throws {
        let (change, giver) = (self, request.session.user)
        try await request.edit { try $0.set(change.role, of: change.objectID, isHeld: change.isAdding, by: giver) }
    }
}
