import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobOAuth

extension SilentFlow {
    /// Gets a token by the refresh token, shared with every equal call.
    func refresh(
        _ parameters: SilentParameters, at authority: Authority, replacing cached: CachedAccessToken?,
        cause: RefreshCause = .noToken
    ) async throws(AuthError) -> TokenResult {
        // Checked here and not before the look-up: no stored token has a reserved scope.
        try ScopeRules.check(parameters.scopes)
        let key = RefreshKey(parameters, authority)
        let operation = operation(parameters, authority, replacing: cached, cause, key)
        return try await refreshes.join(key) { await self.outcome(of: operation) }
    }

    /// Renews a token that is still valid. No caller waits for it, and an error is not reported: the next call tries
    /// again.
    func refreshInBackground(
        _ parameters: SilentParameters, at authority: Authority, replacing cached: CachedAccessToken, now: Date
    ) {
        let key = RefreshKey(parameters, authority)
        guard proactive.isDue(key, now: now) else { return }
        let operation = operation(parameters, authority, replacing: cached, .proactive, key)
        refreshes.start(key) { await self.outcome(of: operation) }
    }

    /// Waits until no refresh of this application is under way, background ones included.
    func finishRefreshes() async { await refreshes.settle() }

    private func operation(
        _ parameters: SilentParameters, _ authority: Authority, replacing cached: CachedAccessToken?,
        _ cause: RefreshCause, _ key: RefreshKey
    ) -> RefreshOperation {
        RefreshOperation(
            silentFlow: self, parameters: parameters, authority: authority,
            correlationID: parameters.correlationID ?? environment.random.uuid(), previous: cached?.secret,
            cause: cause,
            lateAnswer: LateAnswer(configuration.transportTimeout) { [refreshes] in refreshes.release(key, $0) })
    }
}
