import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The permissions of a request that still need consent.
struct MissingConsent: Sendable {
    /// One permission on the consent page.
    struct Item: Sendable {
        let api: Application
        let permission: PermissionScope
        /// The value of the item's checkbox: the scope as the client spells it.
        let key: String
    }

    /// New permissions.
    var items: [Item] = []
    /// OpenID's own new scopes; they come with any consent and cannot be declined separately.
    var openID: [String] = []
    /// Requested permissions that were granted before: the page lists them without a checkbox.
    var granted: [Item] = []
    /// Permissions of the client itself, which only an administrator grants, for the whole tenant.
    var roles: [DeclaredRoles.Item] = []
    /// Permissions of the requested APIs as clients of other APIs.
    var middle: [MiddleTierConsent] = []

    var isEmpty: Bool { items.isEmpty && openID.isEmpty && roles.isEmpty }
}

/// The rules of consent, which is recorded per user, client and API. OpenID's own scopes are recorded at Microsoft
/// Graph.
enum ConsentRules {
    /// The permissions that still need consent.
    ///
    /// - Parameter everything: request all again (`prompt=consent`).
    static func missing(
        _ access: RequestedAccess, _ permissions: GrantedPermissions, everything: Bool, in directory: Directory
    ) -> MissingConsent {
        var missing = MissingConsent()
        for api in access.apis {
            // A static request accepts any granted permissions, and needs consent only where there are none; but then
            // to everything that the client declares, at every API.
            if api.isStatic, !everything, !permissions.granted(api.application).isEmpty { continue }
            let others = api.isStatic ? declared(by: permissions.client, in: directory) : []
            for wanted in [api] + others.filter({ $0.application.appID != api.application.appID }) {
                missing.add(wanted, permissions, everything: everything)
            }
        }
        missing.openID = access.openID.filter { everything || !permissions.openID.contains($0) }
        return missing
    }

    /// All that a client declares in its registration, for each API.
    static func declared(by client: Application, in directory: Directory) -> [RequestedAPI] {
        client.requiredResourceAccess.compactMap { required in
            guard let api = directory.application(required.resourceAppID), api.isEnabled else { return nil }
            let name = api.appID == ScopeResolution.graphID ? "" : api.identifierURIs.first ?? api.appID
            return RequestedAPI(
                application: api, prefix: name,
                permissions: api.scopes.filter { $0.isEnabled && required.scopeIDs.contains($0.id) }, spellings: [],
                isStatic: true)
        }
    }

    /// Whether a requested permission was granted before: a user who clears every new box still signs in, with that
    /// one.
    static func hasGranted(anyOf access: RequestedAccess, _ permissions: GrantedPermissions) -> Bool {
        access.apis.contains { api in
            let granted = permissions.granted(api.application)
            return api.permissions.contains { granted.contains($0.value) }
        }
    }

    /// Adds accepted permissions to the recorded ones.
    ///
    /// - Parameter access: the owner of the consent: a user's object id, or `Consent.everyone`.
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
        var rows = Dictionary(consents.map { ($0.resourceID, $0) }) { first, _ in first }
        for (resource, scopes) in additions {
            var row =
                rows[resource]
                ?? Consent(
                    tenantID: access.tenantID, userID: access.userID, clientID: access.clientID, resourceID: resource,
                    scopes: [])
            row.scopes = ScopeSet(row.scopes + scopes).values
            // Accepting a permission revokes an earlier refusal.
            row.refused.removeAll { refused in scopes.contains { $0.lowercased() == refused.lowercased() } }
            rows[resource] = row
        }
        for resource in Set(additions.map(\.0)).sorted() {
            if let row = rows[resource] { try transaction.put(row) }
        }
    }
}

extension MissingConsent {
    fileprivate mutating func add(
        _ api: RequestedAPI, _ permissions: GrantedPermissions, everything: Bool
    ) {
        let granted = permissions.granted(api.application)
        let refused = permissions.refused(api.application)
        let inAdvance = ScopeSet(permissions.inAdvance(api.application))
        for permission in api.permissions where !inAdvance.contains(permission.value) {
            let item = Item(api: api.application, permission: permission, key: api.spelling(of: permission.value))
            let isKnown = (items + self.granted).contains {
                $0.api.appID == api.application.appID && $0.permission.id == permission.id
            }
            if isKnown { continue }
            if granted.contains(permission.value), !everything {
                self.granted.append(item)
            } else if everything || !refused.contains(permission.value) {
                items.append(item)
            }
        }
    }
}
