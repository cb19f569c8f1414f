import KeyfobCache
import KeyfobCore

/// The accounts that the app can get tokens for, of every source, and their removal.
struct AccountList: ClientPart {
    let context: ClientContext
    let clientStore: ClientStore
    let migration: ADALMigration
    let external: ExternalAccounts

    /// The accounts that this app can get tokens for, ordered by name.
    func accounts() throws(AuthError) -> [Account] {
        let listed = try CredentialRules.accounts(
            in: environment.store, clientID: configuration.clientID, app: configuration.appIdentifier)
        let all = environment.adalCache == nil ? listed : try migration.withADALAccounts(listed)
        return try external.adding(to: all, AccountQuery())
    }

    /// The accounts that match a query, ordered by name.
    func accounts(_ query: AccountQuery) throws(AuthError) -> [Account] {
        let listed = try CredentialRules.accounts(
            in: environment.store, clientID: configuration.clientID, app: configuration.appIdentifier,
            onlySignedIn: query.onlySignedIn)
        let all = environment.adalCache == nil ? listed : try migration.withADALAccounts(listed)
        return try external.adding(to: all.filter(query.matches), query)
    }

    /// The account with an identifier that the app has stored, with its claims.
    func account(for identifier: String?) throws(AuthError) -> Account? {
        guard let identifier else { return nil }
        let stored = try CredentialRules.account(
            homeAccountID: identifier, clientID: configuration.clientID, app: configuration.appIdentifier,
            in: environment.store)
        guard stored == nil, environment.adalCache != nil, !identifier.isEmpty else { return stored }
        return try migration.withADALAccounts([], withClaims: true).first {
            $0.identifier.lowercased() == identifier.lowercased()
        }
    }

    /// The account with a user name, which for accounts from ADAL is the `userId`.
    func account(username: String?) throws(AuthError) -> Account? {
        guard let name = username?.lowercased() else { return nil }
        let matches = try accounts().filter { $0.username?.lowercased() == name }
        guard matches.count <= 1 else {
            throw AuthError(
                .ambiguousAccount, origin: .app, message: "Several accounts have this name.",
                remedy: "Look the account up by its identifier, or let the user choose from the list.")
        }
        guard let match = matches.first else { return nil }
        return try account(for: match.knownIdentifier) ?? match
    }

    /// The account with an identifier that the app has stored or, if there is none, with a user name.
    func account(for identifier: String?, username: String?) throws(AuthError) -> Account? {
        if let account = try account(for: identifier) { return account }
        guard let account = try account(username: username) else { return nil }
        return identifier == nil || account.knownIdentifier == nil ? account : nil
    }

    /// The parameters with the account of the authority's policy: at B2C each policy makes its own account, and a
    /// refresh token of one is refused by every other.
    ///
    /// - Throws: `interactionRequired` if the user has not signed in under that policy.
    func ofPolicy(_ parameters: SilentParameters) throws(AuthError) -> SilentParameters? {
        let requested = parameters.authority ?? configuration.authority
        guard requested.kind == .b2c, let policy = requested.policy,
            let identifier = B2CIdentifier(parameters.account.identifier.lowercased()), identifier.policy != policy
        else { return nil }
        guard let account = try account(for: identifier.with(policy: policy)) else {
            throw .interactionRequired(
                "The account signed in under the policy \(identifier.policy); the policy \(policy) has its own "
                    + "accounts and tokens.")
        }
        var copy = parameters
        copy.account = account
        return copy
    }
}
