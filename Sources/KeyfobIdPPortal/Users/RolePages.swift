import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The directory roles and who has them.
enum RolePages {
    static func list(_ request: PortalRequest) async throws -> HTTPResponse {
        let tenant = request.tenant
        let ids = Set(DirectoryRole.all.flatMap { $0.members(in: tenant) })
        let names = try await UserLookup.names(of: ids, request)
        let rows: [[HTML]] = DirectoryRole.all.map { role in
            let members = role.members(in: tenant).map { id in
                let remove: HTML? =
                    request.may(.writeRoles)
                    ? request.button(
                        "Remove", about: "\(names[id] ?? id) from \(role.displayName)", to: "/portal/roles/remove",
                        [("role", role.templateID), ("object", id)]) : nil
                return "<div>\(HTML.link(HTML.address("users", id), names[id] ?? id)) \(remove)</div>" as HTML
            }
            return [.text(role.displayName), .text(role.description), members.isEmpty ? "none" : "\(members)"]
        }
        let add: HTML? =
            request.may(.writeRoles)
            ? """
            <h2>Give a role</h2>
            \(request.form("role", to: "/portal/roles/add", label: "Give the role", [
                request.field("role", "user", "User name"),
                request.select("role", "role", "Role", DirectoryRole.all.map { ($0.templateID, $0.displayName) }, nil),
            ]))
            """ : nil
        return PortalPage(
            id: "roles", title: "Directory roles", section: .roles,
            content: """
                \(PortalTable(caption: "Roles", columns: ["Role", "What it permits", "Users"], rows: rows).html)\(add)
                """
        ).response(request)
    }

    static func add(_ request: PortalRequest) async throws -> HTTPResponse {
        try await request.acting("role", showing: list) {
            let user = try await UserLookup.named(try request.required("user", "The user name"), "user", request)
            try await RoleChange(role: try role(request), objectID: user.objectID, isAdding: true).run(request)
            return "/portal/roles?done=added"
        }
    }

    static func remove(_ request: PortalRequest) async throws -> HTTPResponse {
        let objectID = request.form["object"] ?? ""
        try await RoleChange(role: try role(request), objectID: objectID, isAdding: false).run(request)
        return .seeOther("/portal/roles?done=removed")
    }

    private static func role(_ request: PortalRequest) throws(DirectoryError) -> DirectoryRole {
        guard let role = DirectoryRole.of(templateID: request.text("role") ?? "") else {
            throw .field("role", "There is no such role.")
        }
        return role
    }
}
