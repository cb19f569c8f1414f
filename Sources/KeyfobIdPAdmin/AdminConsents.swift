import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/consents`: the permissions that users and administrators have granted to a client or refused it. Here
/// single permissions can be granted and refused regardless of the tenant's consent page.
enum AdminConsents {
    /// The consents of a user, or those for all users, for a client.
    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        let query: FormParameters
        do { query = try context.query() } catch { throw DirectoryError.invalid("The query is malformed.") }
        let client = try context.registration(query.nonEmpty("client_id"))
        let user = query.nonEmpty("user")
        let tenant = try context.tenant(named: query.nonEmpty("tenant"))
        let consents = try await context.transaction { transaction in
            let place = try place(user, tenant, in: transaction)
            return try transaction.consents(
                tenantID: place.tenantID, userID: place.userID, clientID: client.appID)
        }
        return .json(["value": .array(consents.map { json($0, context) })])
    }

    /// Replaces the consent for one API.
    static func set(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(
            context, known: ["user", "tenant", "client_id", "resource", "scopes", "refused"])
        let client = try context.registration(try body.string("client_id"))
        let name = try body.required("resource")
        guard let api = context.directory.api(name) else { throw DirectoryError.notFound("There is no API '\(name)'.") }
        let scopes = try permissions(try body.strings("scopes") ?? [], of: api)
        let refused = try permissions(try body.strings("refused") ?? [], of: api)
        guard !ScopeSet(scopes).intersects(ScopeSet(refused)) else {
            throw DirectoryError.invalid("A permission is either granted or refused.")
        }
        let user = try body.string("user")
        let tenant = try context.tenant(named: try body.string("tenant"))
        let consent = try await context.transaction { transaction in
            let place = try place(user, tenant, in: transaction)
            let consent = Consent(
                tenantID: place.tenantID, userID: place.userID, clientID: client.appID, resourceID: api.appID,
                scopes: scopes, refused: refused)
            try transaction.put(consent)
            return consent
        }
        return .json(json(consent, context))
    }

    private static func permissions(_ names: [String], of api: Application) throws(DirectoryError) -> [String] {
        var out: [String] = []
        for name in names {
            if api.appID == ScopeResolution.graphID, ScopeRules.isOpenID(name) {
                out.append(name)
                continue
            }
            guard let scope = api.scopes.first(where: { $0.value.lowercased() == name.lowercased() }) else {
                throw .invalid("\(api.displayName) has no permission '\(name.prefix(64))'.")
            }
            out.append(scope.value)
        }
        return out
    }

    /// The owner of a consent; without a user it is for all users of the tenant.
    private static func place(
        _ user: String?, _ tenant: Tenant, in transaction: any IdPTransaction
    ) throws -> (tenantID: String, userID: String) {
        guard let user else { return (tenant.id, Consent.everyone) }
        guard let found = try AdminUsers.find(user, in: transaction) else {
            throw DirectoryError.notFound("There is no such user.")
        }
        return (found.tenantID, found.objectID)
    }

    private static func json(_ consent: Consent, _ context: RequestContext) -> JSONValue {
        let api = context.directory.application(consent.resourceID)
        return [
            "consentType": consent.userID == Consent.everyone ? "AllPrincipals" : "Principal",
            "user": consent.userID == Consent.everyone ? .null : .string(consent.userID),
            "client_id": .string(consent.clientID),
            "resource": .string(api?.identifierURIs.first ?? consent.resourceID), "scopes": .strings(consent.scopes),
            "refused": .strings(consent.refused),
        ]
    }
}
