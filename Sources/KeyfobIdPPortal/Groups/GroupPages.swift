import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The groups: the list, a new one, and the page of each.
enum GroupPages {
    static func list(_ request: PortalRequest) async throws -> HTTPResponse {
        let wanted = (request.query["q"] ?? "").trimmed.lowercased()
        let all = request.context.directory.policies(of: request.tenant.id).groups
            .filter { wanted.isEmpty || $0.displayName.lowercased().contains(wanted) || $0.id == wanted }
            .sorted { ($0.displayName.lowercased(), $0.id) < ($1.displayName.lowercased(), $1.id) }
        let rows: [[HTML]] = all.prefix(200).map { group in
            [.link(address(group), group.displayName), .text(group.id), .text(String(group.members.count))]
        }
        let add: HTML? = request.may(.writeGroups) ? "<p>\(HTML.link("/portal/groups/new", "New group"))</p>\n" : nil
        return PortalPage(
            id: "groups", title: "Groups", section: .groups,
            content: """
                \(add)\(PortalFilter.search("groups", "Name or object id", wanted))
                \(PortalTable(
                    caption: PortalFilter.caption("groups", shown: rows.count, of: all.count),
                    columns: ["Name", "Object id", "Members"], rows: rows, empty: "No group fits.").html)
                """
        ).response(request)
    }

    static func new(_ request: PortalRequest) async throws -> HTTPResponse {
        PortalPage(
            id: "group-new", title: "New group", section: .groups,
            content: request.form(
                "new-group", to: "/portal/groups", label: "Create",
                [
                    request.field("new-group", "displayName", "Name", isFirst: true),
                    request.field("new-group", "description", "Description"),
                ])
        ).response(request)
    }

    static func create(_ request: PortalRequest) async throws -> HTTPResponse {
        try await request.acting("new-group", showing: new) {
            let name = try request.required("displayName", "The name")
            let id = request.context.random.uuid()
            let group = try document(
                name: name, description: request.text("description"), of: nil, id: id, owner: request.session.user)
            try await request.edit { try $0.put(group) }
            return "\(address(group))?done=created"
        }
    }

    static func show(_ request: PortalRequest) async throws -> HTTPResponse {
        let group = try found(request)
        let members = try await named(group.members, request)
        let owners = try await named(group.owners, request)
        let isChangeable = request.may(.writeGroups)
        let description = group.furtherMembers["description"]?.stringValue
        let settings: HTML? =
            isChangeable
            ? request.form(
                "settings", to: "\(address(group))/settings", label: "Save",
                [
                    request.field("settings", "displayName", "Name", group.displayName),
                    request.field("settings", "description", "Description", description),
                ]) : nil
        let end: HTML? =
            isChangeable
            ? """
            <h2>Delete</h2>
            \(request.form("delete", to: "\(address(group))/delete", label: "Delete the group", isDangerous: true))
            """ : nil
        return PortalPage(
            id: "group", title: group.displayName, section: .groups,
            content: """
                \(HTML.facts([("Object id", .text(group.id)), ("Description", description.map(HTML.text))]))
                \(settings)\(people("member", "Members", members, group, request))\(people(
                    "owner", "Owners", owners, group, request))\(end)
                """
        ).response(request)
    }

    /// Runs the action of the address.
    static func act(_ request: PortalRequest) async throws -> HTTPResponse {
        let group = try found(request)
        let action = request.action
        switch action {
        case "settings":
            return try await request.acting("settings", showing: show) {
                let changed = try document(
                    name: try request.required("displayName", "The name"), description: request.text("description"),
                    of: group, id: group.id, owner: nil)
                try await request.edit { try $0.put(changed) }
                return "\(address(group))?done=saved"
            }
        case "member", "owner":
            return try await request.acting(action, showing: show) {
                let id = try await object(request, action)
                guard id != group.id else { throw DirectoryError.field("name", "A group is not a member of itself.") }
                try await change(group, request) { group in
                    if action == "member" { group.members.insert(id) } else { group.owners.insert(id) }
                }
                return "\(address(group))?done=added"
            }
        case "remove-member", "remove-owner":
            let id = request.text("object") ?? ""
            try await change(group, request) { group in
                if action == "remove-member" { group.members.remove(id) } else { group.owners.remove(id) }
            }
            return .seeOther("\(address(group))?done=removed")
        case "delete":
            try await request.edit { try $0.delete(group) }
            return .seeOther("/portal/groups?done=deleted")
        default: throw DirectoryError.notFound("There is no such action.")
        }
    }

    private static func change(
        _ group: UserGroup, _ request: PortalRequest, _ body: @escaping @Sendable (inout UserGroup) -> Void
    ) async throws {
        try await request.edit { editor in
            var changed = group
            body(&changed)
            try editor.put(changed)
        }
    }

    /// The address of a group's page.
    static func address(_ group: UserGroup) -> String { HTML.address("groups", group.id) }

    private static func found(_ request: PortalRequest) throws(DirectoryError) -> UserGroup {
        let id = request.id
        guard let group = request.context.directory.policies(of: request.tenant.id).groups.first(where: { $0.id == id })
        else { throw .notFound("This directory has no such group.") }
        return group
    }

    /// The user or group that a form names.
    private static func object(_ request: PortalRequest, _ form: String) async throws -> String {
        let name = try request.required("name", "The name")
        if form == "member",
            let group = request.context.directory.policies(of: request.tenant.id).groups
                .first(where: { $0.id == name.lowercased() || $0.displayName.lowercased() == name.lowercased() })
        {
            return group.id
        }
        return try await UserLookup.named(name, "name", request).objectID
    }

    private static func document(
        name: String, description: String?, of old: UserGroup?, id: String, owner: User?
    ) throws -> UserGroup {
        var members = old?.json.objectValue ?? ["securityEnabled": true, "mailEnabled": false]
        members["id"] = .string(id)
        members["displayName"] = .string(name)
        members["description"] = description.map { .string(String($0.prefix(1024))) }
        do {
            var group = try UserGroup(.object(members), id: id)
            if let owner { group.owners.insert(owner.objectID) }
            return group
        } catch { throw DirectoryError.invalid(error.description) }
    }

    /// The names of objects, with the addresses of their pages.
    private static func named(
        _ ids: Set<String>, _ request: PortalRequest
    ) async throws -> [(id: String, name: String, page: String?)] {
        let groups = request.context.directory.policies(of: request.tenant.id).groups
        let users = try await UserLookup.names(of: ids, request)
        return ids.map { id in
            if let name = users[id] { return (id, name, HTML.address("users", id)) }
            let group = groups.first { $0.id == id }
            return (id, group?.displayName ?? id, group.map(address))
        }.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    private static func people(
        _ kind: String, _ title: String, _ people: [(id: String, name: String, page: String?)], _ group: UserGroup,
        _ request: PortalRequest
    ) -> HTML {
        let rows: [[HTML]] = people.prefix(500).map { person in
            let remove: HTML? =
                request.may(.writeGroups)
                ? request.button(
                    "Remove", about: person.name, to: "\(address(group))/remove-\(kind)", [("object", person.id)]) : nil
            return [person.page.map { .link($0, person.name) } ?? .text(person.name), "\(remove)"]
        }
        let add: HTML? =
            request.may(.writeGroups)
            ? request.form(
                kind, to: "\(address(group))/\(kind)", label: "Add",
                [request.field(kind, "name", kind == "member" ? "User name, or name of a group" : "User name")]) : nil
        return """
            <h2>\(title)</h2>
            \(PortalTable(caption: "\(title) of the group", columns: ["Name", ""], rows: rows).html)\(add)
            """
    }
}
