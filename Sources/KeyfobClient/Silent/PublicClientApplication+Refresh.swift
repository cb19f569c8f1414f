import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobOAuth

extension PublicClientApplication {
    /// Gets a token by the refresh token, together with every equal call.
    func refresh(
        _ parameters: SilentParameters, at authority: Authority, replacing cached: CachedAccessToken?,
        cause: RefreshCause = .noToken
    ) async throws(AuthError) -> TokenResult {
        // Here and not before the store is asked: no stored token has a scope that may not be asked for.
        try ScopeRules.check(parameters.scopes)
        let key = RefreshKey(parameters, authority)
        let operation = operation(parameters, authority, replacing: cached, cause, key)
        return try await refreshes.join(key) { await self.outcome(of: operation) }
    }

    /// Renews a token that is still valid. Nobody waits for it, and nobody hears if it fails: the next call tries
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
    ///
    /// A short-lived program calls it before it exits, so that a token which the server has already replaced is also
    /// stored.
    public func finishRefreshes() async { await refreshes.settle() }

    private func operation(
        _ parameters: SilentParameters, _ authority: Authority, replacing cached: CachedAccessToken?,
        _ cause: RefreshCause, _ key: RefreshKey
    ) -> RefreshOperation {
        RefreshOperation(
            application: self, parameters: parameters, authority: authority,
            correlationID: parameters.correlationID ?? environment.random.uuid(), previous: cached?.secret,
            cause: cause,
            lateAnswer: LateAnswer(configuration.transportTimeout) { [refreshes] in refreshes.release(key, $0) })
    }
}
