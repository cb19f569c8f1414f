import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Gets tokens silently: a cached one that is still valid, else by the account's primary refresh token, else by the
/// app's own refresh token.
struct SilentTokens: Sendable {
    /// How long a call waits for another that gets the same account's tokens, in seconds: the HTTP timeout plus 5.
    private static let patience = 35.0

    let core: BrokerCore

    /// Gets tokens.
    ///
    /// - Throws: ``AuthError``: `interactionRequired` if the user has to be asked, `configuration` if the administrator
    ///   forbids it, and the provider's errors.
    func tokens(for order: BrokerTokenRequest) async throws(AuthError) -> BrokerTokenResponse {
        let state = core.vault.state
        guard let account = account(for: order, in: state) else {
            throw .noSuchAccount
        }
        try check(order, account, state)
        if let answer = try stored(order, account) { return answer }
        let key = RefreshLockKey(
            environment: account.environment, homeAccountID: account.homeAccountID, clientOrFamily: order.clientID)
        return try await core.environment.lock.withLock(key, timeoutSeconds: Self.patience) {
            () async throws(AuthError) -> BrokerTokenResponse in
            // The previous holder of the lock may have got them.
            if let answer = try stored(order, account) { return answer }
            return try await fetched(order, account)
        }
    }

    /// Returns the account that an order names, or the only one if it names none.
    func account(for order: BrokerTokenRequest, in state: BrokerState) -> VaultAccount? {
        let environment = core.environmentName(order.authority.environment)
        let candidates = state.accounts.filter { $0.environment == environment && $0.fits(order.authority) }
        let isNamed = order.user.homeAccountID?.isEmpty == false || order.user.username?.isEmpty == false
        guard isNamed else { return candidates.count == 1 ? candidates.first : nil }
        return candidates.first {
            $0.isNamed(
                identifier: order.user.homeAccountID, username: order.user.username, kind: order.user.kind)
        }
    }

    private func check(_ order: BrokerTokenRequest, _ account: VaultAccount, _ state: BrokerState) throws(AuthError) {
        try core.rules.check(order, account)
        // The organization may have removed the registered device.
        guard !core.rules.wantsRegistration(order, account) else { throw .registrationNeeded }
        // An app that is not verified gets nothing silently before the user has let it.
        guard order.isLet(to: account, in: state) else { throw .notLetYet }
    }

    /// Returns a token that the broker got for this very app before and that is still valid.
    func stored(_ order: BrokerTokenRequest, _ account: VaultAccount) throws(AuthError) -> BrokerTokenResponse? {
        guard !order.skipsCache, order.isCacheable(for: account),
            let partition = try core.store.partition(homeAccountID: account.homeAccountID)
        else { return nil }
        let authority = order.authority
        let query = AccessTokenQuery(
            environment: account.environment,
            realm: authority.isMultiTenant || authority.kind != .aad ? account.tenantID : realm(of: order, partition),
            clientID: order.clientID, app: order.app.owner, scopes: order.storedScopes, now: core.now,
            buffer: core.configuration.expiryBuffer, aliases: aliases(account, authority))
        guard let cached = try CredentialRules.accessToken(in: partition, query), cached.isAppSignedIn,
            cached.validity == .valid
        else { return nil }
        return BrokerTokenResponse(cached, authority: authority)
    }

    /// Returns every host under which an account's tokens may be stored.
    private func aliases(_ account: VaultAccount, _ authority: Authority) -> [String] {
        [account.environment, authority.environment] + core.driver.cloud(of: account.environment).aliases
    }

    /// Returns the tenant of an authority: its id, or that of the account's tenant if the authority names it by a
    /// domain.
    private func realm(of order: BrokerTokenRequest, _ partition: AccountPartition) -> String {
        let tenant = order.authority.tenant
        return partition.accounts.first { $0.realm.lowercased() == tenant }?.realm
            ?? partition.accounts.first { $0.username.lowercased().hasSuffix("@\(tenant)") }?.realm ?? tenant
    }

    /// Requests tokens from the provider, and stores its response.
    func fetched(_ order: BrokerTokenRequest, _ account: VaultAccount) async throws(AuthError) -> BrokerTokenResponse {
        let flow: FlowResult
        if let token = core.vault.state.primaryToken(of: account), token.expiresAt > core.now {
            flow = try await PrimaryTokens(core: core).use(token, for: order, account: account)
        } else if account.kind == .work, core.configuration.registration == .atSignIn {
            // An app's own refresh token proves neither the device nor the caller.
            throw .signInNeeded
        } else {
            flow = try await AppRefreshTokens(core: core).refreshed(order, account)
        }
        let answer = try BrokerTokenResponse(flow, expected: account)
        guard answer.homeAccountID == account.homeAccountID else { throw .otherAccount }
        try await core.save(SaveInput(flow, for: order, account: account), of: account)
        return answer
    }
}
