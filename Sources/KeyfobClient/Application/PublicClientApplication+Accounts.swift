import KeyfobCache
public import KeyfobCore

extension PublicClientApplication {
    /// The accounts that this app can get tokens for, ordered by name. No server is asked.
    ///
    /// An account that another app of the suite adds is in the next list. The tenant profiles carry no claims; those of
    /// ``account(for:)`` do. Accounts from ADAL's cache are included, without duplicates; one that was only stored by
    /// versions before 2.7 has an empty identifier until its first silent call.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func accounts() throws(AuthError) -> [Account] {
        let listed = try CredentialRules.accounts(
            in: environment.store, clientID: configuration.clientID, app: configuration.appIdentifier)
        let all = environment.legacyCache == nil ? listed : try withLegacyAccounts(listed)
        return try withExternalAccounts(all, AccountQuery())
    }

    /// The accounts that match a query, ordered by name. No server is asked.
    ///
    /// As in ``accounts()`` the tenant profiles carry no claims.
    ///
    /// - Returns: an empty list if no account matches.
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func accounts(_ query: AccountQuery) throws(AuthError) -> [Account] {
        let listed = try CredentialRules.accounts(
            in: environment.store, clientID: configuration.clientID, app: configuration.appIdentifier,
            onlySignedIn: query.onlySignedIn)
        let all = environment.legacyCache == nil ? listed : try withLegacyAccounts(listed)
        return try withExternalAccounts(all.filter(query.matches), query)
    }

    /// The account with an identifier that the app has stored, with its claims.
    ///
    /// - Parameter identifier: ``KeyfobCore/Account/identifier``, in any letter case; the `homeAccountId` of ADAL 2.7 and
    ///   later is the same.
    /// - Returns: nil if the identifier is nil, unknown or stale, or if the account was removed in this app.
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func account(for identifier: String?) throws(AuthError) -> Account? {
        guard let identifier else { return nil }
        let stored = try CredentialRules.account(
            homeAccountID: identifier, clientID: configuration.clientID, app: configuration.appIdentifier,
            in: environment.store)
        guard stored == nil, environment.legacyCache != nil, !identifier.isEmpty else { return stored }
        return try withLegacyAccounts([], withClaims: true).first {
            $0.identifier.lowercased() == identifier.lowercased()
        }
    }

    /// Removes an account in this app alone.
    ///
    /// The account leaves this app's list, and its next silent call throws `interactionRequired`. The client's
    /// credentials are deleted when no other app of the client is signed in; other clients, the family's tokens and the
    /// browser keep theirs. The account's items for this client in ADAL's cache are deleted too.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func removeAccount(_ account: Account) async throws(AuthError) {
        let account = try movedOver(account)
        let key = signInKey(account.identifier)
        try await environment.store.write { transaction throws(AuthError) in
            if account.knownIdentifier != nil {
                try CredentialRules.signOut(
                    homeAccountID: key.homeAccountID, clientID: key.clientID, app: key.app, in: transaction)
            }
            try self.removeLegacyItems(of: account, in: transaction)
        }
        tellExternalAccounts(removed: account, isWiped: false)
        log(.info, "An account was removed in this app.")
    }

    /// Deletes everything that the shared store has for an account, for every client and every app.
    ///
    /// In each of them, background apps included, the user has to sign in again. The removal is logged. For an app's
    /// own sign-out, use ``removeAccount(_:)``.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func wipeAccount(_ account: Account) async throws(AuthError) {
        let account = try movedOver(account)
        let identifier = account.identifier
        try await environment.store.write { transaction throws(AuthError) in
            try CredentialRules.wipe(homeAccountID: identifier, in: transaction)
            try self.wipeLegacyItems(of: account)
        }
        tellExternalAccounts(removed: account, isWiped: true)
        log(
            .warning,
            """
            An account was wiped for every client and app of the access group \(configuration.accessGroup): in each \
            of them the user has to sign in again.
            """)
    }

    /// Deletes everything that the shared store has for any account, for every client and every app.
    ///
    /// In each of them, background apps included, every user has to sign in again. The removal is logged.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func wipeAllAccounts() async throws(AuthError) {
        let known = try accounts(AccountQuery(onlySignedIn: false))
        try await environment.store.write { transaction throws(AuthError) in
            try CredentialRules.wipeAll(in: transaction)
            for account in known { try self.wipeLegacyItems(of: account) }
        }
        for account in known { tellExternalAccounts(removed: account, isWiped: true) }
        log(
            .warning,
            """
            Every account was wiped for every client and app of the access group \(configuration.accessGroup): in each \
            of them every user has to sign in again.
            """)
    }
}
