import KeyfobCore
import KeyfobOAuth

/// What a client may do in the name of one user, and why: what the user allowed, what an administrator allowed for
/// everybody, what the API allowed in advance; and what an administrator has refused.
struct GrantedPermissions: Sendable {
    let client: Application
    private let own: [Consent]
    private let everyone: [Consent]

    init(user: User, client: Application, in transaction: any IdPTransaction) throws {
        self.client = client
        own = try transaction.consents(
            tenantID: user.tenantID, userID: user.objectID, clientID: client.appID)
        everyone = try transaction.consents(
            tenantID: user.tenantID, userID: Consent.everyone, clientID: client.appID)
    }

    /// The permissions of an API that are granted, in the order of their granting.
    func granted(_ api: Application) -> ScopeSet {
        let refused = refused(api)
        let recorded = (own + everyone).filter { $0.resourceID == api.appID }.flatMap(\.scopes)
        return ScopeSet(
            (recorded.filter { !ScopeRules.isOpenID($0) } + inAdvance(api)).filter { !refused.contains($0) })
    }

    /// The permissions that the API has authorized in advance: no page ever asks for them.
    func inAdvance(_ api: Application) -> [String] {
        let entries = (api.preAuthorizedApplications ?? [])
            .filter { $0.appID.lowercased() == client.appID.lowercased() }
        let ids = Set(entries.flatMap(\.permissionIDs))
        return api.scopes.filter { $0.isEnabled && ids.contains($0.id) }.map(\.value)
    }

    /// The permissions of an API that an administrator has refused.
    func refused(_ api: Application) -> ScopeSet {
        ScopeSet((own + everyone).filter { $0.resourceID == api.appID }.flatMap(\.refused))
    }

    /// OpenID's own scopes that are granted; they are recorded at Microsoft Graph.
    var openID: ScopeSet {
        // Who has consented to an API has let the client know who they are.
        if (own + everyone).contains(where: { !$0.scopes.isEmpty }) || client.isFirstParty == true {
            return .everyOpenID
        }
        return []
    }
}

extension ScopeSet {
    /// OpenID Connect's own scopes (OpenID Connect Core section 5.4 and section 11).
    fileprivate static let everyOpenID: ScopeSet = [
        "openid", "profile", "offline_access", "email", "address", "phone",
    ]
}
