import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Gets tokens silently: a cached one that is still valid, else by the account's primary refresh token, else by the
/// app's own refresh token.
struct SilentTokens: Sendable {
    let core: BrokerCore

    /// Gets tokens.
    ///
    /// - Throws: ``AuthError``: `interactionRequired` if the user has to be asked, `configuration` if the administrator
    ///   forbids it, and the provider's errors.
    func tokens(for order: BrokerTokenRequest) async throws(AuthError) -> BrokerTokenResponse {
        guard let account = account(for: order, in: core.vault.state) else { throw .noSuchAccount }
        try check(order, account)
        let cached = try CachedTokens(core: core).token(for: order, account)
        if let cached, !order.skipsCache, cached.isServed(under: .broker) {
            return BrokerTokenResponse(cached, authority: order.authority)
        }
        do throws(AuthError) {
            return try await fetched(order, account, replacing: cached)
        } catch {
            // Read again: the account may have been signed out meanwhile.
            guard !order.skipsCache, error.outage != nil,
                let spare = try CachedTokens(core: core).token(for: order, account), spare.isSpare(now: core.now)
            else { throw error }
            return BrokerTokenResponse(spare, authority: order.authority)
        }
    }

    /// Returns the account that an order names, or the only one if it names none, of those that the user let the app use.
    /// The others do not exist for the app: no error tells them from accounts that the broker does not have.
    func account(for order: BrokerTokenRequest, in state: BrokerState) -> VaultAccount? {
        let environment = core.environmentName(order.authority.environment)
        let candidates = state.accounts.filter {
            $0.environment == environment && $0.fits(order.authority)
                && order.isLet(to: $0, in: state, asksBeforeFirstUse: core.configuration.asksBeforeFirstUse)
        }
        guard order.namesSomebody else { return candidates.count == 1 ? candidates.first : nil }
        return candidates.first(where: order.names)
    }

    private func check(_ order: BrokerTokenRequest, _ account: VaultAccount) throws(AuthError) {
        try core.rules.check(order, account)
        // The organization may have removed the registered device.
        guard !core.rules.wantsRegistration(order, account) else { throw .registrationNeeded }
    }

    /// Requests tokens from the provider, and stores its response.
    func fetched(_ order: BrokerTokenRequest, _ account: VaultAccount) async throws(AuthError) -> BrokerTokenResponse {
        try await fetched(order, account, replacing: CachedTokens(core: core).token(for: order, account))
    }

    private func fetched(
        _ order: BrokerTokenRequest, _ account: VaultAccount, replacing cached: CachedAccessToken?
    ) async throws(AuthError) -> BrokerTokenResponse {
        try await SilentEngine(
            port: BrokerSilentPort(core: core, order: order, account: account, previous: cached?.secret),
            policy: .broker, correlationID: order.correlationID, lateResponse: nil
        ).outcome().get()
    }
}
