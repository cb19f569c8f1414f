import KeyfobCore
import KeyfobOAuth

/// `/_admin/tenants`
enum AdminTenants {
    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        .json(["value": .array(context.directory.tenants.map(json))])
    }

    static func update(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try AdminBody(context, known: ["partialConsent", "displayName"])
        guard var tenant = context.directory.tenant(context.pathValues["id"] ?? "") else {
            throw AdminError.notFound("There is no such tenant.")
        }
        tenant.partialConsent = try body.bool("partialConsent") ?? tenant.partialConsent
        tenant.displayName = try body.string("displayName") ?? tenant.displayName
        let updated = tenant
        try await context.transaction { try $0.put(updated) }
        return .json(json(updated))
    }

    private static func json(_ tenant: Tenant) -> JSONValue {
        [
            "id": .string(tenant.id), "displayName": .string(tenant.displayName), "domains": .strings(tenant.domains),
            "partialConsent": .bool(tenant.partialConsent),
        ]
    }
}
