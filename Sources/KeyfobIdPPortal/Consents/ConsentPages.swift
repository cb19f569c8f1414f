import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The consents of users and administrators, and the roles of applications that are assigned.
enum ConsentPages {
    static func list(_ request: PortalRequest) async throws -> HTTPResponse {
        let wanted = (request.query["q"] ?? "").trimmed.lowercased()
        let directory = request.context.directory
        let tenantID = request.tenant.id
        let groups = directory.policies(of: tenantID).groups
        let all = try await request.read { try $0.consents(tenantID: tenantID) }
        let names = try await UserLookup.names(of: Set(all.flatMap { [$0.userID, $0.clientID] }), request)
        func name(of id: String) -> String {
            names[id] ?? directory.application(id, offeredTo: request.tenant)?.displayName
                ?? groups.first { $0.id == id }?.displayName ?? id
        }
        let found = all.map { consent in
            let isAssignment = consent.userID == Consent.assignment
            let kind =
                switch consent.userID {
                case Consent.everyone: "consent for all users"
                case Consent.application: "permission of the application"
                case Consent.assignment: "assigned role"
                default: "consent of a user"
                }
            let holder = isAssignment || consent.userID.count < 20 ? "" : name(of: consent.userID)
            return (consent: consent, kind: kind, client: name(of: consent.clientID), holder: holder)
        }.filter { row in
            wanted.isEmpty || row.client.lowercased().contains(wanted) || row.holder.lowercased().contains(wanted)
                || row.consent.clientID == wanted
        }
        let rows: [[HTML]] = found.prefix(200).map { row in
            let consent = row.consent
            let right: DirectoryRight = consent.userID == Consent.assignment ? .writeAssignments : .writeGrants
            let revoke: HTML? =
                request.may(right)
                ? request.button(
                    "Revoke", about: "\(consent.scopes.joined(separator: " ")) of \(row.client)",
                    to: "/portal/consents/revoke",
                    [("user", consent.userID), ("client", consent.clientID), ("resource", consent.resourceID)]) : nil
            let refused: HTML? =
                consent.refused.isEmpty ? nil : "<br>refused: \(consent.refused.joined(separator: " "))"
            return [
                .text(row.client), .text(row.holder.isEmpty ? row.kind : "\(row.kind) \(row.holder)"),
                .text(name(of: consent.resourceID)), "\(consent.scopes.joined(separator: " "))\(refused)", "\(revoke)",
            ]
        }
        return PortalPage(
            id: "consents", title: "Consents and assigned roles", section: .consents,
            content: """
                \(PortalFilter.search("consents", "Client, user or group", wanted))
                \(PortalTable(
                    caption: PortalFilter.caption("entries", shown: rows.count, of: found.count),
                    columns: ["Client, user or group", "Kind", "API", "Permissions or roles", ""], rows: rows).html)\
                \(assignment(request))
                """
        ).response(request)
    }

    /// The form that assigns a role of an application.
    private static func assignment(_ request: PortalRequest) -> HTML? {
        guard request.may(.writeAssignments) else { return nil }
        let apis = request.context.directory.applications(offeredTo: request.tenant).filter {
            $0.appRoles?.isEmpty == false
        }
        return """
            <h2>Assign a role of an application</h2>
            \(request.form("assignment", to: "/portal/consents/assignment", label: "Assign", [
                request.field("assignment", "principal", "User, group or client",
                    hint: "A user name, the name of a group, or the name or id of an application."),
                request.field("assignment", "api", "Application with the role", suggestions: apis.map(\.displayName)),
                request.field("assignment", "role", "Role",
                    suggestions: Array(Set(apis.flatMap { ($0.appRoles ?? []).map(\.value) })).sorted()),
            ]))
            """
    }

    /// Assigns a role.
    static func assign(_ request: PortalRequest) async throws -> HTTPResponse {
        try await request.acting("assignment", showing: list) {
            let api = try ApplicationLookup.api(try request.required("api", "The application"), request)
            let value = try request.required("role", "The role")
            let (owner, isClient) = try await principal(try request.required("principal", "The name"), request)
            guard
                let role = (api.appRoles ?? []).first(where: {
                    $0.value == value && (isClient ? $0.isForApplications : $0.isForUsers)
                })
            else {
                throw DirectoryError.field(
                    "role",
                    "\(api.displayName) has no role '\(value.prefix(64))' for \(isClient ? "applications" : "users").")
            }
            if isClient { try request.requirePermissions(of: api) }
            let (tenantID, userID) = (request.tenant.id, isClient ? Consent.application : Consent.assignment)
            try await request.context.transaction { transaction in
                let known = try transaction.consents(tenantID: tenantID, userID: userID, clientID: owner)
                    .first { $0.resourceID == api.appID }
                let old = known?.scopes ?? []
                try transaction.put(
                    Consent(
                        tenantID: tenantID, userID: userID, clientID: owner, resourceID: api.appID,
                        scopes: old.contains(role.value) ? old : old + [role.value]))
            }
            return "/portal/consents?done=added"
        }
    }

    private static func principal(_ name: String, _ request: PortalRequest) async throws -> (String, isClient: Bool) {
        let groups = request.context.directory.policies(of: request.tenant.id).groups
        if let group = groups.first(where: {
            $0.id == name.lowercased() || $0.displayName.lowercased() == name.lowercased()
        }) {
            return (group.id, false)
        }
        if let user = try await request.edit({ try $0.user(name) }) { return (user.objectID, false) }
        let directory = request.context.directory
        let application =
            directory.application(name, offeredTo: request.tenant)
            ?? directory.applications(offeredTo: request.tenant).first {
                $0.displayName.lowercased() == name.lowercased()
            }
        guard let application else {
            throw DirectoryError.field("principal", "There is no user, group or application '\(name.prefix(113))'.")
        }
        return (application.appID, true)
    }

    /// Revokes an entry.
    static func revoke(_ request: PortalRequest) async throws -> HTTPResponse {
        let userID = request.form["user"] ?? ""
        try request.require(userID == Consent.assignment ? .writeAssignments : .writeGrants)
        let consent = Consent(
            tenantID: request.tenant.id, userID: userID, clientID: request.form["client"] ?? "",
            resourceID: request.form["resource"] ?? "", scopes: [])
        try await request.context.transaction { transaction in
            let known = try transaction.consents(
                tenantID: consent.tenantID, userID: consent.userID, clientID: consent.clientID)
            guard known.contains(where: { $0.resourceID == consent.resourceID }) else {
                throw DirectoryError.notFound("This directory has no such consent.")
            }
            try transaction.put(consent)
        }
        return .seeOther("/portal/consents?done=removed")
    }
}
