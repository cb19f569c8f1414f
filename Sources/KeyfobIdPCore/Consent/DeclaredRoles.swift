import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The permissions of a client itself that an administrator grants on the consent page (`requiredResourceAccess` with
/// the type `Role`).
enum DeclaredRoles {
    /// One permission on the page.
    struct Item: Sendable {
        let api: Application
        let role: AppRole
    }

    /// The permissions that a client declares in its registration.
    static func of(_ client: Application, in directory: Directory) -> [Item] {
        client.requiredResourceAccess.flatMap { required -> [Item] in
            guard let ids = required.roleIDs, let api = directory.application(required.resourceAppID), api.isEnabled
            else { return [] }
            return (api.appRoles ?? []).filter { $0.isEnabled && $0.isForApplications && ids.contains($0.id) }
                .map { Item(api: api, role: $0) }
        }
    }

    /// Whether a request for an administrator's consent includes them: it names no single scopes.
    static func areIncluded(in scopes: ScopeSet) -> Bool {
        let named = scopes.filter { !ScopeRules.isOpenID($0) }
        return named.isEmpty || named.contains(where: ScopeRules.isDefault)
    }

    /// Grants permissions to a client in a tenant, in addition to those that it has.
    static func grant(
        _ items: [Item], to client: Application, in tenantID: String, _ transaction: any IdPTransaction
    ) throws {
        let known = try transaction.consents(
            tenantID: tenantID, userID: Consent.application, clientID: client.appID)
        for api in Set(items.map(\.api.appID)).sorted() {
            let old = known.first { $0.resourceID == api }?.scopes ?? []
            let new = items.filter { $0.api.appID == api }.map(\.role.value).filter { !old.contains($0) }
            try transaction.put(
                Consent(
                    tenantID: tenantID, userID: Consent.application, clientID: client.appID, resourceID: api,
                    scopes: old + new))
        }
    }
}
