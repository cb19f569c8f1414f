import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The list of users, and the page for a new one.
enum UserPages {
    private static let most = 100

    /// The tenant's users, by name.
    static func list(_ request: PortalRequest) async throws -> HTTPResponse {
        let wanted = (request.query["q"] ?? "").trimmed
        let (users, isMore) = try await UserLookup.found(wanted, atMost: most, request)
        let rows: [[HTML]] = users.map { user in
            [
                .link(address(user), user.displayName), .text(user.userPrincipalName),
                .text(user.homeUserID == nil ? "member" : "guest"), .text(user.isEnabled ? "enabled" : "disabled"),
                .text(
                    DirectoryRole.roles(of: user.objectID, in: request.tenant).map(\.displayName)
                        .joined(separator: ", ")),
            ]
        }
        let add: HTML? = request.may(.writeUsers) ? "<p>\(HTML.link("/portal/users/new", "New user"))</p>\n" : nil
        let caption = isMore ? "The first \(most) users. Search for the others." : "\(users.count) users"
        return PortalPage(
            id: "users", title: "Users", section: .users,
            content: """
                \(add)\(PortalFilter.search("users", "Name, user name, mail or object id", wanted))
                \(PortalTable(
                    caption: caption, columns: ["Name", "User name", "Kind", "State", "Roles"], rows: rows,
                    empty: "No user fits.").html)
                """
        ).response(request)
    }

    /// The page for a new user.
    static func new(_ request: PortalRequest) async throws -> HTTPResponse {
        let domain = request.tenant.domains.first ?? ""
        let fields: [HTML] = [
            request.field(
                "user", "userPrincipalName", "User name", hint: "The name to sign in with, such as ada@\(domain).",
                isFirst: true),
            request.field("user", "displayName", "Display name"),
            request.field("user", "givenName", "Given name"), request.field("user", "surname", "Family name"),
            request.field("user", "mail", "Mail"),
            request.field(
                "user", "password", "Password", hint: "At least 8 characters of three kinds. Empty: no password.",
                type: "password"),
        ]
        return PortalPage(
            id: "user-new", title: "New user", section: .users,
            content: request.form("user", to: "/portal/users", label: "Create", fields)
        ).response(request)
    }

    /// Adds a user.
    static func create(_ request: PortalRequest) async throws -> HTTPResponse {
        try await request.acting("user", showing: new) {
            let name = try request.required("userPrincipalName", "The user name", atMost: 113)
            var user = User(
                objectID: request.context.random.uuid(), tenantID: request.tenant.id, userPrincipalName: name,
                displayName: "")
            try fill(&user, request)
            user.createdAt = request.context.now
            user.passwordHash = try password(request, isRequired: false)
            let made = user
            try await request.edit { try $0.create(made) }
            return "\(address(made))?done=created"
        }
    }

    /// The names of a form.
    static func fill(_ user: inout User, _ request: PortalRequest) throws {
        user.displayName = try request.required("displayName", "The display name")
        for (field, label) in [("givenName", "The given name"), ("surname", "The family name"), ("mail", "The mail")]
        where request.text(field) != nil { _ = try request.required(field, label) }
        user.givenName = request.text("givenName")
        user.familyName = request.text("surname")
        user.mail = request.text("mail")
    }

    /// The hash of the typed password; nil if none is typed.
    static func password(_ request: PortalRequest, isRequired: Bool) throws -> String? {
        let typed = request.form["password"] ?? ""
        guard !typed.isEmpty || isRequired else { return nil }
        guard PasswordRule.isComplex(typed) else {
            throw DirectoryError.field(
                "password",
                "A password has 8 to 256 characters of three kinds: lower case, upper case, digits and others.")
        }
        return try PasswordRule.hash(
            Secret(typed), random: request.context.random, cost: request.context.configuration.passwordCost)
    }

    /// The address of a user's page.
    static func address(_ user: User) -> String { HTML.address("users", user.objectID) }
}
