import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// One attempt to get a token by a refresh token: one lock, one look at the store, one request (two if the client's
/// own refresh token is refused and its family has another).
struct RefreshOperation: Sendable {
    let application: PublicClientApplication
    var parameters: SilentParameters
    /// Where, the tenant resolved.
    var authority: Authority
    /// What ties the request to the server's log.
    let correlationID: String
    /// The access token that was in the store when the call began.
    let previous: Secret<String>?

    var configuration: ClientConfiguration { application.configuration }
    var environment: ClientEnvironment { application.environment }
    var homeAccountID: String { parameters.account.identifier }
    /// Where, as the app named it.
    var requested: Authority { parameters.authority ?? configuration.authority }

    /// What came of it.
    func outcome() async -> Result<TokenResult, AuthError> {
        do throws(AuthError) {
            return .success(try await run())
        } catch {
            application.log(.debug, "The refresh failed: \(error.code).", correlationID: correlationID)
            return .failure(error.correlated(correlationID))
        }
    }

    private func run() async throws(AuthError) -> TokenResult {
        let token = try spendableToken()
        // Outside the lock, since it needs none: who waits for the lock then waits for the exchange only.
        _ = try await application.flows.metadata(for: authority)
        let family = try application.appMetadata(at: authority)?.familyID
        let key = RefreshLockKey(
            environment: token.environment, homeAccountID: parameters.account.lookupName,
            clientOrFamily: token.familyID ?? family.flatMap { $0.isEmpty ? nil : $0 } ?? configuration.clientID)
        return try await environment.refreshLock.withLock(key, timeoutSeconds: configuration.refreshWaitLimit) {
            () async throws(AuthError) -> TokenResult in
            try await movedOver().runLocked()
        }
    }

    /// Reads the store again, since whoever had the lock before may have done the work, and only then asks.
    private func runLocked() async throws(AuthError) -> TokenResult {
        if let result = try await refreshedMeanwhile() { return result }
        let first = try spendableToken()
        do {
            return try await redeem(first)
        } catch {
            guard try await isDropped(first, error), let second = try? spendableToken(besides: first.secret) else {
                throw error
            }
            return try await redeem(second)
        }
    }

    /// The token that another call has stored since this one began.
    private func refreshedMeanwhile() async throws(AuthError) -> TokenResult? {
        guard parameters.asksNoClaims else { return nil }
        guard let partition = try application.storedPartition(of: homeAccountID) else { return nil }
        let cached = try application.cachedToken(
            for: parameters.scopes, at: authority, in: partition, now: environment.clock.now)
        guard let cached, cached.validity == .valid, cached.secret != previous else { return nil }
        application.log(.trace, "Another call has refreshed the token meanwhile.", correlationID: correlationID)
        if !cached.isAppSignedIn { await application.markSignedIn(homeAccountID) }
        return TokenResult(cached, authority: authority, correlationID: correlationID)
    }

    /// Spends a refresh token, and stores what it brings.
    private func redeem(_ token: SpendableToken) async throws(AuthError) -> TokenResult {
        let secret = token.secret
        let request = Throttle.Key(
            clientID: configuration.clientID, authority: authority, refreshToken: secret, scopes: parameters.scopes)
        if let error = application.throttle.error(for: request, now: environment.clock.now) { throw error }
        let flow: FlowResult
        do throws(AuthError) {
            flow = try await application.flows.refresh(
                RefreshFlowParameters(
                    clientID: configuration.clientID, authority: authority, refreshToken: secret,
                    environment: token.environment, scopes: parameters.scopes,
                    claims: ClaimsRequest.wireValue(
                        request: parameters.claims, capabilities: configuration.capabilities),
                    correlationID: correlationID))
        } catch {
            application.throttle.note(error, for: request, now: environment.clock.now)
            throw error
        }
        let expected = parameters.account.knownIdentifier ?? token.legacyItem?.homeAccountID
        let acquisition = try Acquisition(flow, requested: parameters.scopes, expected: expected)
        let account =
            if let item = token.legacyItem {
                try await storeUpgrade(acquisition, of: item)
            } else {
                try await store(acquisition, spent: secret)
            }
        application.seedLegacyCache(acquisition.saveInput(configuration), requested: requested)
        try acquisition.checkScopes()
        return acquisition.result(account, source: .refresh)
    }
}
