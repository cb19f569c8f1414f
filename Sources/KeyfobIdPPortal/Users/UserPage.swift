import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The page of a user.
enum UserPage {
    static func show(_ request: PortalRequest) async throws -> HTTPResponse {
        try await show(request, key: nil)
    }

    /// The page; the one after an authenticator's key was made shows it, this once.
    static func show(_ request: PortalRequest, key: String?) async throws -> HTTPResponse {
        let user = try await UserLookup.user(request)
        let factors = try await request.read { try $0.factors(userID: user.objectID) }
        let parts: [HTML?] = [
            key.map(made),
            essentials(user, request), edit(user, request), password(user, request), methods(user, factors, request),
            roles(user, request), groups(user, request), end(user, request),
        ]
        return PortalPage(
            id: "user", title: user.displayName, section: .users, content: "\(parts.compactMap(\.self))"
        ).response(request)
    }

    private static func made(_ key: String) -> HTML {
        """
        <div class="notice" role="status"><p><strong>Copy the key now.</strong> It is not shown again.</p>
        <p class="once" id="key">\(exactly: key)</p></div>

        """
    }

    private static func address(_ user: User, _ action: String) -> String { "\(UserPages.address(user))/\(action)" }

    private static func essentials(_ user: User, _ request: PortalRequest) -> HTML {
        let log = FormParameters([("user", user.userPrincipalName)]).encoded
        let signIns: HTML? =
            request.may(.readLogs) ? "<p>\(HTML.link("/portal/sign-ins?\(log)", "Sign-ins of the user"))</p>\n" : nil
        // Whether another directory has the user is not for this one to know.
        return """
            \(HTML.facts([
                ("User name", .text(user.userPrincipalName)), ("Object id", .text(user.objectID)),
                ("State", .text(user.isEnabled ? "enabled" : "disabled")),
                ("Kind", .text(user.homeUserID == nil ? "member" : "guest")),
                ("Created", user.createdAt.map(HTML.time)),
                ("Sessions ended", user.tokensValidFrom == 0 ? nil : .time(user.tokensValidFrom)),
            ]))\(signIns)
            """
    }

    private static func edit(_ user: User, _ request: PortalRequest) -> HTML? {
        guard request.may(.writeUsers), request.session.mayManage(user) else { return nil }
        let fields: [HTML] = [
            request.field("settings", "userPrincipalName", "User name", user.userPrincipalName),
            request.field("settings", "displayName", "Display name", user.displayName),
            request.field("settings", "givenName", "Given name", user.givenName),
            request.field("settings", "surname", "Family name", user.familyName),
            request.field("settings", "mail", "Mail", user.mail),
            request.box("settings", "isEnabled", "The user may sign in", user.isEnabled),
        ]
        return "<h2>Settings</h2>\n\(request.form("settings", to: address(user, "settings"), label: "Save", fields))"
    }

    private static func password(_ user: User, _ request: PortalRequest) -> HTML? {
        guard request.may(.writePasswords), request.session.mayManage(user), user.homeUserID == nil else { return nil }
        return """
            <h2>Password and sessions</h2>
            \(request.form("password", to: address(user, "password"), label: "Set the password", [
                request.field("password", "password", "New password",
                    hint: "It ends the user's sessions and tokens.", type: "password")
            ]))\(request.form("revoke", to: address(user, "revoke"), label: "End all sessions"))
            """
    }

    private static func methods(_ user: User, _ factors: UserFactors?, _ request: PortalRequest) -> HTML? {
        guard request.may(.readMethods) else { return nil }
        let isChangeable = request.may(.writeMethods) && request.session.mayManage(user) && user.homeUserID == nil
        let change: HTML? =
            isChangeable
            ? """
            \(request.form("phone", to: address(user, "phone"), label: "Save", [
                request.field("phone", "phoneNumber", "Phone number for codes", factors?.phoneNumber,
                    hint: "+ and 7 to 15 digits; empty removes it.")
            ]))<div class="actions">\(request.button(
                "Make a new authenticator key", about: "for \(user.displayName)", to: address(user, "authenticator"))
            )\(request.button(
                "Remove the second factors", about: "of \(user.displayName)", to: address(user, "remove-factors"))
            )</div>

            """ : nil
        let lock = (factors?.failures.lockedUntil ?? 0) > request.context.now
        return """
            <h2>Second factors</h2>
            \(HTML.facts([
                ("Authenticator app", .text(factors?.authenticator == nil ? "none" : "registered")),
                ("Phone", .text(factors?.phoneNumber ?? "none")),
                ("Locked until", lock ? factors.map { .time($0.failures.lockedUntil) } : nil),
            ]))\(change)
            """
    }

    private static func roles(_ user: User, _ request: PortalRequest) -> HTML? {
        guard request.may(.readRoles) else { return nil }
        let held = DirectoryRole.roles(of: user.objectID, in: request.tenant)
        let rows: [[HTML]] = held.map { role in
            let remove: HTML? =
                request.may(.writeRoles)
                ? request.button(
                    "Remove", about: role.displayName, to: address(user, "remove-role"), [("role", role.templateID)])
                : nil
            return [.text(role.displayName), .text(role.description), "\(remove)"]
        }
        let options = DirectoryRole.all.filter { role in !held.contains { $0.templateID == role.templateID } }
        let add: HTML? =
            request.may(.writeRoles)
            ? request.form(
                "role", to: address(user, "role"), label: "Add the role",
                [request.select("role", "role", "Role", options.map { ($0.templateID, $0.displayName) }, nil)]) : nil
        return """
            <h2>Directory roles</h2>
            \(PortalTable(caption: "Roles of the user", columns: ["Role", "What it permits", ""], rows: rows).html)\(add)
            """
    }

    private static func groups(_ user: User, _ request: PortalRequest) -> HTML? {
        guard request.may(.readGroups) else { return nil }
        let known = request.context.directory.policies(of: request.tenant.id)
        let all = known.groups(of: user.objectID)
        let rows: [[HTML]] = known.groups.filter { all.contains($0.id) }.map { group in
            let isDirect = group.members.contains(user.objectID)
            let remove: HTML? =
                request.may(.writeGroups) && isDirect
                ? request.button(
                    "Remove", about: group.displayName, to: address(user, "remove-group"), [("group", group.id)]) : nil
            return [
                .link(HTML.address("groups", group.id), group.displayName),
                .text(isDirect ? "yes" : "by another group"),
                "\(remove)",
            ]
        }
        let others = known.groups.filter { !$0.members.contains(user.objectID) }
        let add: HTML? =
            request.may(.writeGroups) && !others.isEmpty
            ? request.form(
                "group", to: address(user, "group"), label: "Add to the group",
                [request.select("group", "group", "Group", others.map { ($0.id, $0.displayName) }, nil)]) : nil
        return """
            <h2>Groups</h2>
            \(PortalTable(caption: "Groups of the user", columns: ["Group", "Member", ""], rows: rows).html)\(add)
            """
    }

    private static func end(_ user: User, _ request: PortalRequest) -> HTML? {
        guard request.may(.writeUsers), request.session.mayManage(user), user.objectID != request.session.user.objectID
        else { return nil }
        return """
            <h2>Delete</h2>
            <p>The user cannot sign in any more. For 30 days the user can be restored.</p>
            \(request.form("delete", to: address(user, "delete"), label: "Delete the user", isDangerous: true))
            """
    }
}
