import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Finds the tokens that the broker got for an app before.
struct CachedTokens: Sendable {
    let core: BrokerCore

    /// Returns the access token that the broker got for this very app, whatever its validity.
    func token(for order: BrokerTokenRequest, _ account: VaultAccount) throws(AuthError) -> CachedAccessToken? {
        guard order.isCacheable(for: account),
            let partition = try core.store.partition(homeAccountID: account.homeAccountID)
        else { return nil }
        return try token(for: order, account, in: partition)
    }

    func token(
        for order: BrokerTokenRequest, _ account: VaultAccount, in partition: AccountPartition
    ) throws(AuthError) -> CachedAccessToken? {
        guard order.isCacheable(for: account) else { return nil }
        let authority = order.authority
        let query = AccessTokenQuery(
            environment: account.environment,
            realm: authority.isMultiTenant || authority.kind != .aad ? account.tenantID : realm(of: order, partition),
            clientID: order.clientID, app: order.app.owner, scopes: order.storedScopes, now: core.now,
            buffer: core.configuration.expiryBuffer, aliases: aliases(account, authority))
        guard let cached = try CredentialRules.accessToken(in: partition, query), cached.isAppSignedIn else {
            return nil
        }
        return cached
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
}

extension CachedAccessToken {
    /// Whether a policy returns the token without a request.
    func isServed(under policy: SilentPolicy) -> Bool {
        switch validity {
        case .valid: true
        case .refreshDue: policy.renewal != .first
        case .expired: false
        }
    }

    /// Whether the token is still valid, and so may be returned while the provider is down.
    func isSpare(now: Int64) -> Bool { entity.cachedAt <= now && now < entity.expiresOn }
}
