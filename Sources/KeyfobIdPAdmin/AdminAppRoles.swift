import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/app-role-assignments`: the permissions that an administrator has granted to a client itself, without a
/// user. Its app-only tokens contain them in claim `roles`.
enum AdminAppRoles {
    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        let query: FormParameters
        do { query = try context.query() } catch { throw AdminError.invalid("The query is malformed.") }
        let client = try context.registration(query.nonEmpty("client_id"))
        let tenant = try context.tenant(named: query.nonEmpty("tenant") ?? client.tenantID)
        let consents = try await context.transaction {
            try $0.consents(tenantID: tenant.id, userID: Consent.application, clientID: client.appID)
        }
        return .json(["value": .array(consents.map { json($0, client, context) })])
    }

    /// Replaces the roles of a client at one API; without roles it loses all of them.
    static func set(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try AdminBody(context, known: ["client_id", "resource", "roles", "tenant"])
        let client = try context.registration(try body.string("client_id"))
        let name = try body.required("resource")
        guard let api = context.directory.api(name) else { throw AdminError.notFound("There is no API '\(name)'.") }
        let offered = (api.appRoles ?? []).filter(\.isForApplications).map(\.value)
        let roles = try body.strings("roles") ?? []
        if let unknown = roles.first(where: { !offered.contains($0) }) {
            throw AdminError.invalid("\(api.displayName) has no role '\(unknown.prefix(64))' for applications.")
        }
        let tenant = try context.tenant(named: try body.string("tenant") ?? client.tenantID)
        let consent = Consent(
            tenantID: tenant.id, userID: Consent.application, clientID: client.appID, resourceID: api.appID,
            scopes: roles)
        try await context.transaction { try $0.put(consent) }
        return .json(json(consent, client, context))
    }

    private static func json(_ consent: Consent, _ client: Application, _ context: RequestContext) -> JSONValue {
        let api = context.directory.application(consent.resourceID)
        return [
            "principalId": .string(ServicePrincipal.objectID(of: client, in: consent.tenantID)),
            "tenant": .string(consent.tenantID), "client_id": .string(consent.clientID),
            "resource": .string(api?.identifierURIs.first ?? consent.resourceID), "roles": .strings(consent.scopes),
        ]
    }
}
