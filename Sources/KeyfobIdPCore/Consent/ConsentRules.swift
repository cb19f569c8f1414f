import KeyfobCore
import KeyfobOAuth

/// What of a request the user has still to consent to.
struct MissingConsent: Sendable {
    /// One permission on the consent page.
    struct Item: Sendable {
        let api: Application
        let permission: PermissionScope
        /// The value of the item's checkbox: the scope in the client's spelling.
        let key: String
    }

    /// Permissions that are new.
    var items: [Item] = []
    /// OpenID's own scopes that are new; they come with any consent and cannot be refused alone.
    var openID: [String] = []

    var isEmpty: Bool { items.isEmpty && openID.isEmpty }
}

/// Consent is recorded per user, client and API. OpenID's own scopes are recorded at Microsoft Graph.
enum ConsentRules {
    /// What is missing.
    ///
    /// - Parameter everything: ask for everything again (`prompt=consent`).
    static func missing(_ access: RequestedAccess, consents: [Consent], everything: Bool) -> MissingConsent {
        var missing = MissingConsent()
        for api in access.apis {
            let granted = self.granted(api.application, consents)
            // A static request is content with whatever is granted, and asks only where nothing is.
            if api.isStatic, !everything, !granted.isEmpty { continue }
            for permission in api.permissions where everything || !granted.contains(permission.value) {
                missing.items.append(
                    .init(api: api.application, permission: permission, key: api.spelling(of: permission.value)))
            }
        }
        let known = consents.first { $0.resourceID == ScopeResolution.graphID }?.scopes ?? []
        missing.openID = access.openID.filter { everything || !ScopeSet(known).contains($0) }
        // Who has consented to an API has let the client know who they are.
        if !everything, consents.contains(where: { !$0.scopes.isEmpty }) { missing.openID = [] }
        return missing
    }

    /// The permissions of an API that are granted.
    static func granted(_ api: Application, _ consents: [Consent]) -> ScopeSet {
        ScopeSet(
            (consents.first { $0.resourceID == api.appID }?.scopes ?? []).filter { !ScopeRules.isOpenID($0) })
    }

    /// Whether something that is asked was granted before: who then clears every new box still signs in, with that.
    static func hasGranted(anyOf access: RequestedAccess, consents: [Consent]) -> Bool {
        access.apis.contains { api in
            let granted = self.granted(api.application, consents)
            return api.permissions.contains { granted.contains($0.value) }
        }
    }

    /// Adds what was accepted to what is recorded.
    static func record(
        _ accepted: [MissingConsent.Item], openID: [String],
        access: (tenantID: String, userID: String, clientID: String),
        in transaction: any IdPTransaction
    ) throws {
        let consents = try transaction.consents(
            tenantID: access.tenantID, userID: access.userID, clientID: access.clientID)
        var additions: [(String, [String])] = []
        for item in accepted { additions.append((item.api.appID, [item.permission.value])) }
        if !openID.isEmpty { additions.append((ScopeResolution.graphID, openID)) }
        var rows = Dictionary(consents.map { ($0.resourceID, ScopeSet($0.scopes)) }) { first, _ in first }
        for (resource, scopes) in additions { rows[resource] = (rows[resource] ?? []).union(ScopeSet(scopes)) }
        for resource in Set(additions.map(\.0)).sorted() {
            try transaction.put(
                Consent(
                    tenantID: access.tenantID, userID: access.userID, clientID: access.clientID, resourceID: resource,
                    scopes: rows[resource]?.values ?? []))
        }
    }
}
