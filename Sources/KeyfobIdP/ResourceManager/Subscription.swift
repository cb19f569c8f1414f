import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel

/// The subscription of a tenant: every organization has one, which all its members and applications may read.
struct Subscription {
    let tenant: Tenant
    /// Its id: it follows from the tenant's, so that it stays the same.
    let id: String

    /// The subscription of a tenant; nil for tenants of customers and personal accounts.
    init?(of tenant: Tenant) {
        guard tenant.kind == .organization else { return nil }
        self.tenant = tenant
        id = DerivedID.of("subscription|\(tenant.id)")
    }

    /// The subscription with an id; nil if there is none.
    init?(_ id: String, _ directory: Directory) {
        let id = id.lowercased()
        guard let found = directory.tenants.lazy.compactMap({ Self(of: $0) }).first(where: { $0.id == id }) else {
            return nil
        }
        self = found
    }

    var json: JSONValue {
        [
            "id": .string("/subscriptions/\(id)"), "subscriptionId": .string(id), "tenantId": .string(tenant.id),
            "displayName": .string(tenant.displayName), "state": "Enabled", "authorizationSource": "RoleBased",
            "managedByTenants": [],
            "subscriptionPolicies": [
                "locationPlacementId": "Public_2014-09-01", "quotaId": "PayAsYouGo_2014-09-01", "spendingLimit": "Off",
            ],
        ]
    }
}
