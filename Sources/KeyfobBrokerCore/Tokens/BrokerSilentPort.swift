import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The port of the broker: the vault with the primary refresh tokens, and the store with the apps' tokens.
struct BrokerSilentPort: SilentPort {
    /// What the store and the vault have for a request.
    struct Reading: Sendable {
        /// The stored access token, whatever its validity.
        let cached: CachedAccessToken?
        let credential: BrokerCredential?
    }

    /// How long a call waits for another that gets the same account's tokens, in seconds: the HTTP timeout plus 5.
    private static let patience = 35.0

    let core: BrokerCore
    let order: BrokerTokenRequest
    let account: VaultAccount
    /// The access token that was stored when the call began.
    let previous: Secret<String>?

    private var appTokens: AppRefreshTokens { AppRefreshTokens(core: core, order: order, account: account) }

    private var primaryToken: PrimaryToken? {
        core.vault.state.primaryToken(of: account).flatMap { $0.expiresAt > core.now ? $0 : nil }
    }

    var authority: Authority {
        order.authority.isMultiTenant && primaryToken != nil ? core.homeAuthority(of: account) : order.authority
    }

    var nothingToRedeem: AuthError { .signInNeeded }

    func read() throws(AuthError) -> Reading {
        guard let partition = try core.store.partition(homeAccountID: account.homeAccountID) else {
            return Reading(cached: nil, credential: primaryToken.map { .primary($0) })
        }
        let cached = try CachedTokens(core: core).token(for: order, account, in: partition)
        if let primaryToken { return Reading(cached: cached, credential: .primary(primaryToken)) }
        // An app's own refresh token proves neither the device nor the caller.
        let mayUseOwn = account.kind != .work || core.configuration.registration != .atSignIn
        let own = mayUseOwn ? try appTokens.token(in: partition) : nil
        return Reading(cached: cached, credential: own.map { .app($0) })
    }

    func token(in reading: Reading, after refused: [BrokerCredential]) -> BrokerCredential? {
        refused.isEmpty ? reading.credential : nil
    }

    func prepare() async throws(AuthError) {
        _ = try await core.driver.metadata(for: authority, dialect: order.dialect)
    }

    /// An app that cancels does not end the exchange: the provider may already have replaced the token.
    func locked<R: Sendable>(
        _ token: BrokerCredential, _ reading: Reading, _ work: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        let key = RefreshLockKey(
            environment: account.environment, homeAccountID: account.homeAccountID,
            clientOrFamily: try family(of: token) ?? order.clientID)
        return try await core.environment.lock.withLock(key, timeoutSeconds: Self.patience) {
            () async throws(AuthError) -> R in
            let exchange = Task { () async -> Result<R, AuthError> in
                do throws(AuthError) {
                    return .success(try await work())
                } catch {
                    return .failure(error)
                }
            }
            return try await exchange.value.get()
        }
    }

    /// The family whose clients may redeem an app's refresh token.
    private func family(of token: BrokerCredential) throws(AuthError) -> String? {
        guard case .app(let token) = token else { return nil }
        if let family = token.familyID { return family }
        let family = try core.store.appMetadata(clientID: order.clientID, environment: token.environment)?.familyID
        return family.flatMap { $0.isEmpty ? nil : $0 }
    }

    func movedOver() -> BrokerSilentPort { self }

    func refreshedMeanwhile(_ reading: Reading) -> BrokerTokenResponse? {
        guard let cached = reading.cached, cached.validity == .valid, cached.secret != previous else { return nil }
        return BrokerTokenResponse(cached, authority: order.authority)
    }

    /// A primary refresh token stays valid, so its tokens are returned although they cannot be stored.
    func reserveRoom(for token: BrokerCredential) throws(AuthError) -> [ReservedRoom] {
        guard case .app = token else { return [] }
        return [try core.store.reserveRoom()]
    }

    func redeem(
        _ token: BrokerCredential, keeping: @escaping @Sendable (RefreshTokenSuccessor) async -> Void
    ) async throws(AuthError) -> FlowResult {
        switch token {
        case .primary(let token): try await PrimaryTokens(core: core).use(token, for: order, account: account)
        case .app(let token): try await appTokens.redeem(token, keeping: keeping)
        }
    }

    func keep(_ successor: RefreshTokenSuccessor, of token: BrokerCredential) async -> BrokerCredential? {
        guard case .app(let token) = token else { return nil }
        return await appTokens.keep(successor, of: token).map { .app($0) }
    }

    /// An error of the store does not fail the call: the tokens are valid, and the next call gets others.
    func store(
        _ response: FlowResult, of token: BrokerCredential, current: BrokerCredential, _ reading: Reading
    ) async throws(AuthError) -> BrokerTokenResponse {
        let answer = try BrokerTokenResponse(response, expected: account)
        guard answer.homeAccountID == account.homeAccountID else { throw .otherAccount }
        var redeemed: Secret<String>?
        if case .app(let token) = current { redeemed = token.secret }
        do throws(AuthError) {
            try await core.save(SaveInput(response, for: order, account: account), of: account, redeemed: redeemed)
        } catch {
            guard error.origin == .store else { throw error }
        }
        return answer
    }

    func refusal(
        _ error: AuthError, of token: BrokerCredential, after refused: [BrokerCredential]
    ) -> SilentRefusal {
        switch token {
        case .primary: SilentRefusal(error: error, source: .vault, isOfFamily: false, hasNext: false)
        case .app(let token):
            SilentRefusal(error: error, source: .store, isOfFamily: token.familyID != nil, hasNext: false)
        }
    }

    /// ADAL's cache, families and accounts are not the broker's to change, so its policy has no such decision.
    func apply(_ effect: RefusalDecision.Effect, to token: BrokerCredential) async throws(AuthError) {
        switch (effect, token) {
        case (.dropFromStore, .primary(let token)):
            try core.vault.update { state throws(AuthError) in state.primaryTokens.removeAll { $0 == token } }
        case (.dropFromStore, .app(let token)): try await appTokens.drop(token)
        case (.forgetDevice, .primary(let token)):
            try core.vault.update { state throws(AuthError) in
                state.registrations.removeAll { $0.deviceID == token.deviceID }
                state.primaryTokens.removeAll { $0.deviceID == token.deviceID }
            }
        case (.forgetDevice, .app), (.dropFromADALCache, _), (.leaveFamily, _), (.forgetAccount, _): break
        }
    }
}
