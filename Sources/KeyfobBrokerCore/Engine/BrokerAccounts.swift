import KeyfobBackport
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Responds to apps' requests about accounts, and signs accounts out.
struct BrokerAccounts: Sendable {
    let core: BrokerCore

    /// Returns the accounts that an app may see: those that the user let it use, with the client that it names or, if it
    /// requests all, with any. Where the administrator lets every verified app use the accounts, all of them.
    func list(
        _ query: SingleSignOnAccountsQuery, app: RequestingApp, caller: CallerIdentity
    ) throws(AuthError) -> [BrokerAccount] {
        let state = core.vault.state
        guard !app.isUnsigned else { return [] }
        let seesAll = !query.signedInOnly && app.isVerified && !core.configuration.asksBeforeFirstUse
        let clientID = query.signedInOnly ? query.clientID : nil
        var out: [BrokerAccount] = []
        for account in state.accounts where seesAll || state.hasConsent(app, clientID: clientID, account) {
            do throws(AuthError) {
                try core.rules.check(app, caller: caller, account)
            } catch {
                continue
            }
            out.append(account.brokerAccount(in: state))
        }
        return out
    }

    /// Removes an account for one client and app; other apps and the broker keep it.
    ///
    /// - Throws: ``AuthError`` of the store or the vault.
    func remove(_ removal: SingleSignOnRemoval, app: RequestingApp) async throws(AuthError) {
        for account in accounts(meantBy: removal) {
            try core.vault.update { state throws(AuthError) in
                state.consents = state.consents.filter {
                    $0.app != app.owner || $0.clientID != removal.clientID.lowercased()
                        || !$0.isAbout(account)
                }
            }
            try await core.store.write { transaction throws(AuthError) in
                try CredentialRules.signOut(
                    homeAccountID: account.homeAccountID, clientID: removal.clientID, app: app.owner, in: transaction
                )
            }
        }
    }

    /// Signs an account out: in this app or, if the app requests it or the device is shared, on the whole device.
    ///
    /// Only an app that the user let use the account may sign it out for other apps. On a shared device, any app may
    /// sign out an account that no app has consent for.
    ///
    /// - Throws: ``AuthError`` of the store or the vault.
    func signOut(_ removal: SingleSignOnRemoval, app: RequestingApp) async throws(AuthError) {
        let state = core.vault.state
        let isShared = state.isShared || core.configuration.policy.isSharedDevice
        var mayClear = false
        for account in accounts(meantBy: removal) {
            let consents = state.consents.filter { $0.isAbout(account) }
            let isOwn = consents.contains { $0.app == app.owner } || isShared && consents.isEmpty
            mayClear = mayClear || isOwn
            guard isOwn, isShared || removal.wipesAccount || removal.wipesAllAccounts else {
                try await remove(removal, app: app)
                continue
            }
            try await wipe(account)
            if isShared {
                core.cookies.clear()
                try core.keepCookies()
            }
        }
        if mayClear, removal.clearsCookies || removal.signsOutOfBrowser {
            core.cookies.clear()
            try core.keepCookies()
        }
    }

    /// Removes an account and all its data. The tokens are removed first: if that fails, the account is still there and
    /// can be signed out again.
    private func wipe(_ account: VaultAccount) async throws(AuthError) {
        _ = core.leaving.withLock { $0.insert(account.identity) }
        defer { _ = core.leaving.withLock { $0.remove(account.identity) } }
        try await core.store.write { transaction throws(AuthError) in
            try CredentialRules.wipe(homeAccountID: account.homeAccountID, in: transaction)
        }
        try core.forgetCookies(of: account)
        try core.vault.update { state throws(AuthError) in state.remove(account) }
    }

    private func accounts(meantBy removal: SingleSignOnRemoval) -> [VaultAccount] {
        core.vault.state.accounts.filter { account in
            removal.wipesAllAccounts || account.isNamed(identifier: removal.homeAccountID, username: removal.username)
        }
    }

    /// Returns the credentials that sign a browser in: only for URLs of identity providers, only for the browsers that
    /// the administrator named if the operating system has verified them, and only for accounts that no rule denies
    /// them.
    ///
    /// - Throws: ``AuthError`` with code `configuration` for another URL or app; if every account fails, the last
    ///   error.
    func cookies(
        _ query: SingleSignOnCookiesQuery, app: RequestingApp, caller: CallerIdentity
    ) async throws(AuthError) -> SingleSignOnCookies {
        guard app.isVerified, !app.isUnsigned, core.configuration.policy.isBrowser(app),
            let url = HTTPURL(query.url), url.scheme == "https"
        else {
            throw .configuration("Browser sign-in credentials are not issued to this app or for this URL.")
        }
        let state = core.vault.state
        var out = SingleSignOnCookies()
        var failure: AuthError?
        for account in state.accounts where core.isProvider(url, of: account) {
            guard query.homeAccountID.map({ $0.lowercased() == account.homeAccountID }) ?? true,
                let token = state.primaryToken(of: account), token.expiresAt > core.now
            else { continue }
            switch await field(account, token, app, caller) {
            case .success(let field): out.accounts.append(field)
            case .failure(let error): failure = error
            }
        }
        if out.accounts.isEmpty, let failure { throw failure }
        return out
    }

    /// Returns the credential that signs a browser in to one account, or the error for that account alone.
    private func field(
        _ account: VaultAccount, _ token: PrimaryToken, _ app: RequestingApp, _ caller: CallerIdentity
    ) async -> Result<SingleSignOnCookies.Field, AuthError> {
        do throws(AuthError) {
            try core.rules.check(app, caller: caller, account)
            let endpoint = try await core.driver.metadata(for: core.homeAuthority(of: account)).tokenEndpoint
            let nonce = try await core.nonces.nonce(at: endpoint)
            let credential = RefreshTokenCredential(
                primaryRefreshToken: token.token, nonce: nonce, caller: caller.claim)
            return .success(
                SingleSignOnCookies.Field(
                    name: DeviceDialect.refreshTokenCredentialField,
                    value: credential.signed(with: token.sessionKey, random: core.environment.random),
                    homeAccountID: account.homeAccountID, username: account.username))
        } catch {
            return .failure(error)
        }
    }
}

extension VaultAccount {
    /// The account in the form that apps see.
    fileprivate func brokerAccount(in state: BrokerState) -> BrokerAccount {
        var account = BrokerAccount(
            homeAccountID: homeAccountID, username: username, environment: environment, realm: tenantID,
            localAccountID: localAccountID, name: displayName)
        account.type =
            switch kind {
            case .work, .personal, .b2c: "MSSTS"
            case .other: "Other"
            }
        account.clientInfo = ClientInfo(homeAccountID: homeAccountID)
        account.isSingleSignOn = state.primaryToken(of: self) != nil
        return account
    }
}
