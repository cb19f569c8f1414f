import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// `GET /tenants`: the organizations in which the caller has an account, at home or as a guest.
enum TenantsEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        _ = try ManagementVersion(context)
        let caller = try await ManagementCaller(context)
        return .json(["value": .array(try await tenants(of: caller, context).map(json))])
    }

    private static func tenants(of caller: ManagementCaller, _ context: RequestContext) async throws -> [Tenant] {
        guard let user = caller.user else { return [caller.tenant] }
        let homeTenant = user.homeTenantID ?? user.tenantID
        let homeUser = user.homeUserID ?? user.objectID
        let candidates = context.directory.tenants.filter {
            $0.kind == .organization && $0.hosts == nil && $0.cloud == caller.tenant.cloud
        }
        return try await context.transaction { transaction in
            try candidates.filter { tenant in
                if tenant.id == homeTenant { return true }
                return try transaction.guest(of: homeUser, in: tenant.id)?.isEnabled == true
            }
        }
    }

    private static func json(_ tenant: Tenant) -> JSONValue {
        [
            "id": .string("/tenants/\(tenant.id)"), "tenantId": .string(tenant.id), "tenantCategory": "Home",
            "tenantType": "AAD", "displayName": .string(tenant.displayName), "domains": .strings(tenant.domains),
            "defaultDomain": .string(tenant.domains.first ?? tenant.id),
        ]
    }
}
