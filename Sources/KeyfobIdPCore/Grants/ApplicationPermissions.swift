import KeyfobIdPModel
import KeyfobOAuth

/// The permissions of a client itself, which an administrator has granted.
enum ApplicationPermissions {
    /// The values of the API's roles that the client has in a tenant, in the order of the registration.
    static func granted(
        to client: Application, at api: Application, in tenant: Tenant, _ transaction: any IdPTransaction
    ) throws -> [String] {
        let values = try transaction.consents(
            tenantID: tenant.id, userID: Consent.application, clientID: client.appID
        ).filter { $0.resourceID == api.appID }.flatMap(\.scopes)
        return (api.appRoles ?? []).filter { $0.isEnabled && $0.isForApplications && values.contains($0.value) }
            .map(\.value)
    }

    /// Whether the client has an object in a tenant: in its own, and where an administrator has consented to it.
    static func isKnown(
        _ client: Application, in tenant: Tenant, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> Bool {
        if let settings = context.directory.principal(of: client.appID, in: tenant.id) { return settings.isPresent }
        if client.tenantID == tenant.id || client.isFirstParty == true { return true }
        return try [Consent.application, Consent.everyone].contains { owner in
            try !transaction.consents(tenantID: tenant.id, userID: owner, clientID: client.appID).isEmpty
        }
    }
}
