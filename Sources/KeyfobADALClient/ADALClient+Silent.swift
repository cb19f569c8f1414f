import Foundation
import KeyfobCache
package import KeyfobClient
package import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

extension ADALClient {
    /// Returns a token without any user interface: a cached one, else by the refresh tokens in order.
    ///
    /// - Throws: `AuthError` with code
    ///   - `interactionRequired`: no cached token can be used, or the server requires the user.
    ///   - `ambiguousAccount`: no user was named, and several are signed in.
    ///   - `configuration`: the authority, the client or the resource is wrong.
    ///   - `network`, `throttled`, `server`, `invalidResponse`: the request failed, and no cached token is valid.
    ///   - `storeLocked`, `storeUnavailable`: the caches failed.
    package func acquireTokenSilent(_ request: ADALRequest) async throws(AuthError) -> ADALResult {
        let correlationID = correlationID(of: request)
        do throws(AuthError) {
            try request.check()
            try await validate(request, correlationID)
            return try await silent(request, correlationID)
        } catch {
            throw error.correlated(correlationID)
        }
    }

    /// Gets a token by a refresh token that the app passes; the tokens are stored as after a sign-in.
    ///
    /// - Throws: as ``acquireTokenSilent(_:)``, and with code `accountMismatch` if the token is for another user than
    ///   the request's.
    package func acquireToken(
        refreshToken: Secret<String>, _ request: ADALRequest
    ) async throws(AuthError) -> ADALResult {
        let correlationID = correlationID(of: request)
        do throws(AuthError) {
            try request.check()
            try await validate(request, correlationID)
            let rooms = try reserveRoom()
            let flow = try await flows.refresh(parameters(request, refreshToken, correlationID))
            for room in rooms { room.release() }
            let acquisition = try ADALAcquisition(flow, request: request)
            try acquisition.checkUser(request.user)
            return try await keep(acquisition, source: .refresh)
        } catch {
            throw error.correlated(correlationID)
        }
    }

    /// The silent path: the caches first, then a refresh.
    func silent(_ request: ADALRequest, _ correlationID: String) async throws(AuthError) -> ADALResult {
        let sight = try look(request)
        let stored = SilentDecision(sight.inputs(request, now: environment.clock.now))
        if stored.step == .serveStored, let item = sight.accessToken { return cached(item, request, correlationID) }
        let key = ADALRefreshKey(request)
        let engine = SilentEngine(
            port: ADALSilentPort(
                client: self, request: request, correlationID: correlationID,
                previous: sight.accessToken?.accessToken),
            policy: .adal, correlationID: correlationID,
            lateResponse: LateResponse(exchangeLimit) { [refreshes] in refreshes.release(key, $0) })
        do throws(AuthError) {
            return try await refreshes.join(key) { await engine.outcome() }
        } catch {
            guard let item = sight.accessToken,
                let step = sight.inputs(request, now: environment.clock.now).spareStep(after: error)
            else { throw error }
            log(.verbose, "The server cannot be reached: \(error.code). Returning the cached token.")
            return cached(item, request, correlationID, isExtended: step == .serveExtended)
        }
    }

    func cached(
        _ item: ADALCacheItem, _ request: ADALRequest, _ correlationID: String, isExtended: Bool = false
    ) -> ADALResult {
        ADALResult(
            item: item, isMultiResource: item.kind == .accessToken, authority: request.authority,
            correlationID: correlationID, source: .cache, isExtendedLifetime: isExtended)
    }

    func parameters(
        _ request: ADALRequest, _ refreshToken: Secret<String>, _ correlationID: String, environment: String? = nil
    ) -> RefreshFlowParameters {
        var parameters = RefreshFlowParameters(
            clientID: request.clientID, authority: request.authority, refreshToken: refreshToken,
            environment: environment ?? request.authority.environment, scopes: [], claims: request.wireClaims,
            correlationID: correlationID)
        parameters.dialect = .v1
        parameters.resource = request.resource
        parameters.headerFields = PlatformFields.fields
        return parameters
    }
}
