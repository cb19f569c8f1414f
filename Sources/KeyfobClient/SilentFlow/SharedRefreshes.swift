import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Gets tokens that the store does not have, from the broker or by a refresh token; equal calls share one attempt.
struct SharedRefreshes: ClientPart {
    let context: ClientContext
    let reader: SilentReader
    let broker: BrokerSingleSignOn
    let telemetry: CallTelemetry
    let throttle: Throttle
    let refreshes = SingleFlight<RefreshKey, TokenResult>()
    let proactive = ProactiveRefreshes()

    /// Gets a token by the refresh token, shared with every equal call.
    func refresh(
        _ parameters: SilentParameters, at authority: Authority, replacing cached: CachedAccessToken?,
        cause: RefreshCause = .noToken
    ) async throws(AuthError) -> TokenResult {
        // Checked here and not before the look-up: no stored token has a reserved scope.
        try ScopeRules.check(parameters.scopes, at: authority.kind)
        let key = RefreshKey(parameters, authority)
        let engine = engine(parameters, authority, replacing: cached, cause, key)
        return try await refreshes.join(key) { await self.outcome(of: engine) }
    }

    /// Renews a token that is still valid. No caller waits for it, and an error is not reported: the next call tries
    /// again.
    func refreshInBackground(
        _ parameters: SilentParameters, at authority: Authority, replacing cached: CachedAccessToken, now: Date
    ) {
        let key = RefreshKey(parameters, authority)
        guard proactive.isDue(key, now: now) else { return }
        let engine = engine(parameters, authority, replacing: cached, .proactive, key)
        refreshes.start(key) { await self.outcome(of: engine) }
    }

    /// Waits until no refresh of this application is under way, background ones included.
    func finishRefreshes() async { await refreshes.settle() }

    /// Gets a token silently where the store has none that serves: from the single sign-on extension, else by a refresh
    /// token. A URL is never opened.
    private func outcome(of engine: SilentEngine<V2SilentPort>) async -> Result<TokenResult, AuthError> {
        guard environment.broker != nil else { return await engine.outcome() }
        let port = engine.port
        do throws(AuthError) {
            let result = try await broker.silentToken(port.parameters, at: port.authority, port.correlationID)
            if let result { return .success(result) }
        } catch {
            let hasToken = (try? port.nextToken(besides: [])) != nil
            guard port.parameters.usesStoreAfterBroker, hasToken else {
                return .failure(error.correlated(port.correlationID))
            }
            log(
                .info, "The broker gave no token (\(error.code)); trying the stored refresh token.",
                correlationID: port.correlationID)
        }
        return await engine.outcome()
    }

    /// Gets a token for an account that is not in the store, since only the broker has signed it in.
    ///
    /// - Returns: nil if there is no broker to ask.
    func tokenOfBrokerAccount(_ parameters: SilentParameters) async throws(AuthError) -> TokenResult? {
        guard environment.broker != nil, parameters.account.knownIdentifier != nil else { return nil }
        let requested = parameters.authority ?? configuration.authority
        let home = parameters.account.tenantProfiles.first { $0.isHomeTenant }?.tenantID
        let authority = requested.isMultiTenant ? home.map { requested.with(tenant: $0) } ?? requested : requested
        let correlationID = parameters.correlationID ?? environment.random.uuid()
        return try await refreshes.join(RefreshKey(parameters, authority)) {
            do throws(AuthError) {
                let result = try await self.broker.silentToken(parameters, at: authority, correlationID)
                return result.map { .success($0) }
                    ?? .failure(.interactionRequired("The store has no credentials of this account."))
            } catch {
                return .failure(error.correlated(correlationID))
            }
        }
    }

    /// The port of a call.
    func port(
        _ parameters: SilentParameters, at authority: Authority, correlationID: String,
        replacing cached: CachedAccessToken? = nil, cause: RefreshCause = .none
    ) -> V2SilentPort {
        V2SilentPort(
            reader: reader, telemetry: telemetry, throttle: throttle, parameters: parameters, authority: authority,
            correlationID: correlationID, previous: cached?.secret, previousScopes: cached?.entity.scopes, cause: cause)
    }

    private func engine(
        _ parameters: SilentParameters, _ authority: Authority, replacing cached: CachedAccessToken?,
        _ cause: RefreshCause, _ key: RefreshKey
    ) -> SilentEngine<V2SilentPort> {
        let correlationID = parameters.correlationID ?? environment.random.uuid()
        return SilentEngine(
            port: port(
                parameters, at: authority, correlationID: correlationID, replacing: cached, cause: cause),
            policy: .msal, correlationID: correlationID,
            lateResponse: LateResponse(configuration.transportTimeout) { [refreshes] in refreshes.release(key, $0) })
    }
}
