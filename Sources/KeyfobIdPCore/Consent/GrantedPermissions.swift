import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The permissions of a client on behalf of one user: those that the user granted, that an administrator granted for
/// all users, and that the API authorized in advance, without those that an administrator has refused.
struct GrantedPermissions: Sendable {
    let client: Application
    private let recorded: [Consent]

    init(user: User, client: Application, in transaction: any IdPTransaction) throws {
        self.client = client
        let consents = try transaction.effectiveConsents(
            tenantID: user.tenantID, userID: user.objectID, clientID: client.appID)
        // The user's own come first.
        recorded = consents.filter { $0.userID != Consent.everyone } + consents.filter { $0.userID == Consent.everyone }
    }

    /// The granted permissions of an API, in the order in which they were granted.
    func granted(_ api: Application) -> ScopeSet {
        let refused = refused(api)
        let scopes = recorded.filter { $0.resourceID == api.appID }.flatMap(\.scopes)
        return ScopeSet(
            (scopes.filter { !ScopeRules.isOpenID($0) } + inAdvance(api)).filter { !refused.contains($0) })
    }

    /// The permissions that the API has authorized in advance: no page lists them.
    func inAdvance(_ api: Application) -> [String] {
        let entries = (api.preAuthorizedApplications ?? [])
            .filter { $0.appID.lowercased() == client.appID.lowercased() }
        let ids = Set(entries.flatMap(\.permissionIDs))
        return api.scopes.filter { $0.isEnabled && ids.contains($0.id) }.map(\.value)
    }

    /// The permissions of an API that an administrator has refused.
    func refused(_ api: Application) -> ScopeSet {
        ScopeSet(recorded.filter { $0.resourceID == api.appID }.flatMap(\.refused))
    }

    /// OpenID's own granted scopes; they are recorded at Microsoft Graph.
    var openID: ScopeSet {
        // A consent to an API includes the scopes that identify the user.
        if recorded.contains(where: { !$0.scopes.isEmpty }) || client.isFirstParty == true {
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
