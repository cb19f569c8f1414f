import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/app-role-assignments`: the roles of an application that an administrator has given to a client itself, to a
/// user or to a group. Tokens contain them in claim `roles`.
enum AdminAppRoles {
    /// Who has the roles: exactly one of a client, a user and a group.
    private enum Principal: Sendable {
        case client(Application)
        case user(User)
        case group(String)

        /// The owner of the records.
        var owner: (userID: String, clientID: String) {
            switch self {
            case .client(let client): (Consent.application, client.appID)
            case .user(let user): (Consent.assignment, user.objectID)
            case .group(let id): (Consent.assignment, id)
            }
        }
    }

    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        let query: FormParameters
        do { query = try context.query() } catch { throw DirectoryError.invalid("The query is malformed.") }
        let (principal, tenant) = try await principal(
            query.nonEmpty("client_id"), query.nonEmpty("user"), query.nonEmpty("group"), query.nonEmpty("tenant"),
            context)
        let owner = principal.owner
        let consents = try await context.transaction {
            try $0.consents(tenantID: tenant.id, userID: owner.userID, clientID: owner.clientID)
        }
        return .json(["value": .array(consents.map { json($0, principal, context) })])
    }

    /// Replaces the roles at one application; without roles the principal loses all of them.
    static func set(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: ["client_id", "user", "group", "resource", "roles", "tenant"])
        let (principal, tenant) = try await principal(
            body.string("client_id"), body.string("user"), body.string("group"), body.string("tenant"), context)
        let name = try body.required("resource")
        guard let api = context.directory.api(name) else { throw DirectoryError.notFound("There is no API '\(name)'.") }
        let roles = try body.strings("roles") ?? []
        try check(roles, of: api, for: principal)
        let owner = principal.owner
        let consent = Consent(
            tenantID: tenant.id, userID: owner.userID, clientID: owner.clientID, resourceID: api.appID, scopes: roles)
        try await context.transaction { try $0.put(consent) }
        return .json(json(consent, principal, context))
    }

    private static func principal(
        _ clientID: String?, _ userName: String?, _ groupID: String?, _ tenantName: String?, _ context: RequestContext
    ) async throws -> (Principal, Tenant) {
        guard [clientID, userName, groupID].compactMap(\.self).count <= 1 else {
            throw DirectoryError.invalid("Name one of 'client_id', 'user' and 'group'.")
        }
        if let userName {
            guard let user = try await context.transaction({ try AdminUsers.find(userName, in: $0) }) else {
                throw DirectoryError.notFound("There is no such user.")
            }
            return (.user(user), try context.tenant(named: tenantName ?? user.tenantID))
        }
        if let groupID = groupID?.lowercased() {
            let tenant = try context.tenant(named: tenantName)
            guard context.directory.policies(of: tenant.id).groups.contains(where: { $0.id == groupID }) else {
                throw DirectoryError.notFound("There is no such group.")
            }
            return (.group(groupID), tenant)
        }
        let client = try context.registration(clientID)
        return (.client(client), try context.tenant(named: tenantName ?? client.tenantID))
    }

    private static func check(
        _ roles: [String], of api: Application, for principal: Principal
    ) throws(DirectoryError) {
        let isClient = if case .client = principal { true } else { false }
        let offered = (api.appRoles ?? []).filter { isClient ? $0.isForApplications : $0.isForUsers }.map(\.value)
        guard let unknown = roles.first(where: { !offered.contains($0) }) else { return }
        throw .invalid(
            "\(api.displayName) has no role '\(unknown.prefix(64))' for \(isClient ? "applications" : "users").")
    }

    private static func json(_ consent: Consent, _ principal: Principal, _ context: RequestContext) -> JSONValue {
        let api = context.directory.application(consent.resourceID)
        var members: [String: JSONValue] = [
            "tenant": .string(consent.tenantID),
            "resource": .string(api?.identifierURIs.first ?? consent.resourceID), "roles": .strings(consent.scopes),
        ]
        switch principal {
        case .client(let client):
            members["principalId"] = .string(ServicePrincipal.objectID(of: client, in: consent.tenantID))
            members["client_id"] = .string(client.appID)
        case .user(let user):
            members["principalId"] = .string(user.objectID)
            members["user"] = .string(user.userPrincipalName)
        case .group(let id):
            members["principalId"] = .string(id)
            members["group"] = .string(id)
        }
        return .object(members)
    }
}
