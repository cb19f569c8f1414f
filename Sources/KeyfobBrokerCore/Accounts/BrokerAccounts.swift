import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import Synchronization

/// Apps' questions about accounts, and signing out.
struct BrokerAccounts: Sendable {
    let core: BrokerCore

    /// The accounts that an app may know of: those that the person let it use or, if it asks for all and the operating
    /// system vouches for it, all that the administrator does not keep from it.
    func list(
        _ query: SingleSignOnAccountsQuery, app: RequestingApp, caller: CallerIdentity
    ) throws(AuthError) -> [BrokerAccount] {
        let state = core.vault.state
        var out: [BrokerAccount] = []
        for account in state.accounts {
            let isOwn = state.consents.contains { consent in
                consent.app == app.owner && consent.isAbout(account)
                    && (query.clientID.map { $0.lowercased() == consent.clientID } ?? true)
            }
            guard isOwn || (!query.signedInOnly && app.isVerified) else { continue }
            do throws(AuthError) {
                try core.check(app, caller: caller, account)
            } catch {
                continue
            }
            out.append(account.told(in: state))
        }
        return out
    }

    /// Forgets an account for one client and app; other apps keep it, and so does the broker.
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

    /// Signs an account out: in this app or, if the app asks for that or the device is shared, on the device.
    ///
    /// Only an app that the person let use the account may sign it out for others; on a shared device any app may do so with
    /// an account that no app was let use, since nobody else could.
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

    /// Takes an account away with everything that is its own. The tokens go first: were that to fail, the account would still
    /// be there to be signed out once more.
    private func wipe(_ account: HeldAccount) async throws(AuthError) {
        _ = core.leaving.withLock { $0.insert(account.identity) }
        defer { _ = core.leaving.withLock { $0.remove(account.identity) } }
        try await core.store.write { transaction throws(AuthError) in
            try CredentialRules.wipe(homeAccountID: account.homeAccountID, in: transaction)
        }
        try core.forgetCookies(of: account)
        try core.vault.update { state throws(AuthError) in state.remove(account) }
    }

    private func accounts(meantBy removal: SingleSignOnRemoval) -> [HeldAccount] {
        core.vault.state.accounts.filter { account in
            removal.wipesAllAccounts || account.isNamed(identifier: removal.homeAccountID, username: removal.username)
        }
    }

    /// What signs a browser in: for addresses of identity providers alone, and for the browsers that the administrator
    /// named, if the operating system vouches for them; of each account that a rule does not keep from it.
    ///
    /// - Throws: ``AuthError`` with code `configuration` for another address or app, and what kept the only account back.
    func cookies(
        _ query: SingleSignOnCookiesQuery, app: RequestingApp, caller: CallerIdentity
    ) async throws(AuthError) -> SingleSignOnCookies {
        guard app.isVerified, core.configuration.policy.browsers.contains(app.bundleID),
            let url = HTTPURL(query.url), url.scheme == "https"
        else {
            throw .configuration("What signs a browser in is not given to this app, or for this address.")
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

    /// What signs a browser in to one account; what keeps one back says nothing of the others.
    private func field(
        _ account: HeldAccount, _ token: PrimaryToken, _ app: RequestingApp, _ caller: CallerIdentity
    ) async -> Result<SingleSignOnCookies.Field, AuthError> {
        do throws(AuthError) {
            try core.check(app, caller: caller, account)
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

extension HeldAccount {
    /// The account as apps are told of it.
    fileprivate func told(in state: BrokerState) -> BrokerAccount {
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
