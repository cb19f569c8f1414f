import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobYAML

extension Planner {
    /// `directoryRoles`: the members of each role, by the id of the role's template.
    mutating func planDirectoryRoles() throws {
        for (node, tenant) in nodes(.directoryRoles) {
            let body = try document(node, known: ["id", "roleTemplateId", "displayName", "description", "members"])
            let template = try read(node) { () throws(DirectoryError) in try body.required("roleTemplateId") }
                .lowercased()
            guard ApplicationJSON.isGUID(template) else {
                throw FileError(
                    "The member 'roleTemplateId' is not a GUID.", at: node.place(ofPath: "roleTemplateId"),
                    member: "roleTemplateId")
            }
            try claim("directory role", "\(tenant.id)|\(template)", node, name: template)
            let ids = try userIDs(node["members"]?.elements ?? [], in: tenant, "members")
            guard var changed = target.tenants[tenant.id] else { continue }
            let old = changed.members(ofRole: template)
            guard Set(old) != Set(ids) else { continue }
            changed.setMembers(ids, ofRole: template)
            target.tenants[tenant.id] = changed
            let name = node["displayName"]?.string ?? template
            record(
                "directory role", name, in: tenant, from: ["members": .strings(old.sorted())],
                to: ["members": .strings(ids.sorted())])
        }
    }

    /// `appRoleAssignments`: the roles of an application that a user, a group or an application has.
    mutating func planAssignments() throws {
        for (node, tenant) in nodes(.appRoleAssignments) {
            let body = try document(
                node,
                known: [
                    "id", "principalId", "principalDisplayName", "principalType", "resourceId", "resourceDisplayName",
                    "appRoleId", "createdDateTime", "deletedDateTime",
                ])
            let (resource, role) = try read(node) { () throws(DirectoryError) in
                (try body.required("resourceId"), try body.required("appRoleId"))
            }
            guard let who = node["principalId"] else {
                throw FileError("The member 'principalId' is missing.", at: node.place, member: "principalId")
            }
            let place = node.place(ofPath: "resourceId")
            guard let api = try oneApplication(resource, in: tenant, at: place) else { continue }
            let principal = try principal(who, in: tenant, "principalId")
            guard principal.kind != .device else {
                throw FileError("A device has no roles.", at: who.place, member: "principalId")
            }
            let isApplication = principal.kind == .application
            let value = try read(node) { () throws(DirectoryError) in
                try Self.role(role, of: api, forApplication: isApplication)
            }
            let key = DirectoryState.ConsentKey(
                tenantID: tenant.id, userID: isApplication ? Consent.application : Consent.assignment,
                clientID: principal.appID ?? principal.id, resourceID: api.appID)
            let name = "\(role) of \(api.displayName) for \(who.string ?? principal.id)"
            try claim("app role assignment", Self.claim(key, value), node, name: name)
            var consent = target.consents[key] ?? Self.consent(key)
            guard !consent.scopes.contains(value) else { continue }
            consent.scopes.append(value)
            target.consents[key] = consent
            record("app role assignment", name, in: tenant, from: nil, to: [:])
        }
    }

    /// An assignment without a role, to an application that requires one.
    private static let withoutRole = "00000000-0000-0000-0000-000000000000"

    /// The value of a role, by its value or id.
    private static func role(
        _ name: String, of api: Application, forApplication: Bool
    ) throws(DirectoryError) -> String {
        if name == withoutRole, !forApplication { return name }
        let offered = (api.appRoles ?? []).filter { forApplication ? $0.isForApplications : $0.isForUsers }
        guard let found = offered.first(where: { $0.value == name || $0.id.lowercased() == name.lowercased() }) else {
            let kind = forApplication ? "applications" : "users"
            throw .invalid(
                member: "appRoleId", "names no role that \(api.displayName) has for \(kind): '\(name.prefix(64))'.")
        }
        return found.value
    }

    /// `oauth2PermissionGrants`: the permissions that users and administrators have granted to a client.
    mutating func planGrants() throws {
        for (node, tenant) in nodes(.oauth2PermissionGrants) {
            let body = try document(
                node,
                known: [
                    "id", "clientId", "consentType", "principalId", "resourceId", "scope", "refused", "startTime",
                    "expiryTime",
                ])
            let (clientName, apiName, scope, refused) = try read(node) { () throws(DirectoryError) in
                (
                    try body.required("clientId"), try body.required("resourceId"), try body.string("scope") ?? "",
                    try body.strings("refused") ?? []
                )
            }
            guard let client = try oneApplication(clientName, in: tenant, at: node.place(ofPath: "clientId")),
                let api = try oneApplication(apiName, in: tenant, at: node.place(ofPath: "resourceId"))
            else { continue }
            var who = Consent.everyone
            var name = "\(client.displayName) at \(api.displayName)"
            if let person = node["principalId"], !person.isNull {
                guard let user = references.user(person.string ?? ""), user.tenantID == tenant.id else {
                    throw FileError("The tenant has no such user.", at: person.place, member: "principalId")
                }
                who = user.objectID
                name += " for \(user.userPrincipalName)"
            } else if try read(node, { () throws(DirectoryError) in try body.string("consentType") }) == "Principal" {
                throw FileError("The member 'principalId' is missing.", at: node.place, member: "principalId")
            }
            let key = DirectoryState.ConsentKey(
                tenantID: tenant.id, userID: who, clientID: client.appID, resourceID: api.appID)
            try claim("permission grant", Self.claim(key, ""), node, name: name)
            var consent = Self.consent(key)
            consent.scopes = scope.split(separator: " ").map(String.init)
            consent.refused = refused
            let old = current.consents[key]
            if record(
                "permission grant", name, in: tenant, from: old.map(Self.write), to: Self.write(consent))
            {
                target.consents[key] = consent
            }
        }
    }

    static func claim(_ key: DirectoryState.ConsentKey, _ value: String) -> String {
        "\(key.tenantID)|\(key.userID)|\(key.clientID)|\(key.resourceID)|\(value)"
    }

    static func consent(_ key: DirectoryState.ConsentKey) -> Consent {
        Consent(
            tenantID: key.tenantID, userID: key.userID, clientID: key.clientID, resourceID: key.resourceID, scopes: [])
    }

    private static func write(_ consent: Consent) -> JSONValue {
        ["scope": .strings(consent.scopes.sorted()), "refused": .strings(consent.refused.sorted())]
    }
}

extension Tenant {
    /// The members of a directory role.
    func members(ofRole template: String) -> [String] {
        template == UserCondition.globalAdministrator ? administrators ?? [] : roleMembers?[template] ?? []
    }

    /// Replaces the members of a directory role.
    mutating func setMembers(_ ids: [String], ofRole template: String) {
        if template == UserCondition.globalAdministrator {
            administrators = ids.isEmpty ? nil : ids
        } else {
            var roles = roleMembers ?? [:]
            roles[template] = ids.isEmpty ? nil : ids
            roleMembers = roles.isEmpty ? nil : roles
        }
    }
}
