#if Server
package import KeyfobCache
import KeyfobClient
package import KeyfobCore

/// An account that the tools may get tokens for, and its clients.
package struct SignedInAccount: Sendable {
    /// The account.
    package let account: Account
    /// The clients that have it.
    package let clientIDs: [String]

    /// Returns every account of a store, for one client or for all.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - clientID: the client; nil for all.
    ///   - withClaims: whether the accounts have their claims, which have to be unsealed.
    /// - Throws: `AuthError` of the store.
    package static func all(
        in store: any CredentialStore, clientID: String? = nil, withClaims: Bool = false
    ) throws(AuthError) -> [SignedInAccount] {
        var clients: Set<String> = []
        if let clientID {
            clients = [clientID]
        } else {
            try store.forEachAccount { summary in
                clients.formUnion(summary.refreshTokens.map(\.clientID))
                clients.formUnion(summary.states.map(\.clientID))
            }
        }
        var accounts: [String: Account] = [:]
        var clientIDs: [String: [String]] = [:]
        for client in clients.sorted() {
            let visible = try CredentialRules.accounts(
                in: store, clientID: client, app: ToolIdentity.appIdentifier)
            for account in visible {
                accounts[account.identifier] = withClaims ? try whole(account, clientID: client, in: store) : account
                clientIDs[account.identifier, default: []].append(client)
            }
        }
        return accounts.values
            .sorted { ($0.username ?? "", $0.identifier) < ($1.username ?? "", $1.identifier) }
            .map { SignedInAccount(account: $0, clientIDs: clientIDs[$0.identifier] ?? []) }
    }

    /// The account with its claims, which a list leaves sealed.
    ///
    /// - Throws: `AuthError` of the store.
    static func whole(
        _ account: Account, clientID: String, in store: any CredentialStore
    ) throws(AuthError) -> Account {
        try CredentialRules.account(
            homeAccountID: account.identifier, clientID: clientID, app: ToolIdentity.appIdentifier, in: store)
            ?? account
    }

    /// The account and its clients as JSON, as in the output of the tools.
    package var json: JSONValue {
        var members = account.json.objectValue ?? [:]
        members["clientIds"] = .strings(clientIDs)
        return .object(members)
    }
}
extension Account {
    /// The authority for requests, where a command names none: an OpenID provider's issuer, or the tenant in its cloud.
    ///
    /// - Throws: `AuthError` with code `configuration` if the issuer is no address.
    func ownAuthority() throws(AuthError) -> Authority {
        guard isOfOpenIDProvider, let issuer else { return cloudAuthority }
        return try .openID(issuer: issuer)
    }

    /// The authority whose metadata may name a revocation endpoint. Outside of Microsoft's clouds it is the issuer, since
    /// other libraries store accounts of OpenID providers too, under identifiers that do not show it.
    ///
    /// - Throws: `AuthError` with code `configuration` if the issuer is no address.
    package func revocationAuthority() throws(AuthError) -> Authority {
        guard !Cloud.isKnown(environment), let issuer else { return cloudAuthority }
        return try .openID(issuer: issuer)
    }

    private var issuer: String? { claims?["iss"]?.stringValue }

    private var cloudAuthority: Authority {
        Authority(environment: Cloud.containing(environment).preferredNetwork, tenant: homeTenant ?? "common")
    }
}
#endif
