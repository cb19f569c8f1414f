import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// One attempt to get a token by a refresh token: one lock, one look-up in the store, one request; another request for
/// each further refresh token if one is refused.
struct RefreshOperation: Sendable {
    let silentFlow: SilentFlow
    var parameters: SilentParameters
    /// The authority, with the tenant resolved.
    var authority: Authority
    /// The id of the request in the server's log.
    let correlationID: String
    /// The access token that was in the store when the call began.
    let previous: Secret<String>?
    /// Why the request is sent.
    let cause: RefreshCause
    /// Releases callers if the server takes too long.
    let lateAnswer: LateAnswer

    var configuration: ClientConfiguration { silentFlow.configuration }
    var environment: ClientEnvironment { silentFlow.environment }
    var homeAccountID: String { parameters.account.identifier }
    /// The authority, as the app named it.
    var requested: Authority { parameters.authority ?? configuration.authority }

    /// The outcome of the attempt.
    func outcome() async -> Result<TokenResult, AuthError> {
        do throws(AuthError) {
            return .success(try await run())
        } catch {
            silentFlow.log(.info, "The refresh failed: \(error.code).", correlationID: correlationID)
            return .failure(error.correlated(correlationID))
        }
    }

    private func run() async throws(AuthError) -> TokenResult {
        let token = try requireToken()
        // Outside the lock, which it does not need, so that other callers wait for the exchange only.
        _ = try await silentFlow.flows.metadata(for: authority)
        let family = try silentFlow.clientStore.appMetadata(at: authority)?.familyID
        let key = RefreshLockKey(
            environment: token.environment, homeAccountID: parameters.account.lookupName,
            clientOrFamily: token.familyID ?? family.flatMap { $0.isEmpty ? nil : $0 } ?? configuration.clientID)
        return try await environment.refreshLock.withLock(key, timeoutSeconds: configuration.refreshWaitLimit) {
            () async throws(AuthError) -> TokenResult in
            try await movedOver().runLocked()
        }
    }

    /// Reads the store again, since the previous holder of the lock may have refreshed the token, and then redeems one
    /// refresh token after the other, as ``SilentDecision`` requires.
    private func runLocked() async throws(AuthError) -> TokenResult {
        if let result = try await refreshedMeanwhile() { return result }
        var token = try requireToken()
        var refused: [Secret<String>] = []
        while true {
            let outcome = await attempt(token)
            guard case .failure(let error) = outcome else { return try outcome.get() }
            refused.append(token.secret)
            let decision = decision(after: error, refused: refused)
            try await apply(decision.effects, to: token)
            guard decision.step == .refresh, let next = try nextToken(besides: refused) else {
                throw decision.step == .askPerson ? error.asInteractionRequired : error
            }
            token = next
        }
    }

    private func requireToken() throws(AuthError) -> SpendableToken {
        guard let token = try nextToken(besides: []) else {
            throw .interactionRequired("The store has no refresh token of this account for this client.")
        }
        return token
    }

    /// The next step of the call after the server's response to one refresh token.
    private func decision(after error: AuthError, refused: [Secret<String>]) -> SilentDecision {
        let isLeaving = SilentInputs.meaning(of: error).1 == .notInFamily
        let rest = try? nextToken(besides: refused, inFamily: !isLeaving)
        let inputs = SilentInputs(
            parameters, cached: nil, now: environment.clock.unixSeconds, configuration)
        return SilentDecision(inputs.after(error, rest: SilentInputs.RefreshToken(rest)))
    }

    private func attempt(_ token: SpendableToken) async -> Result<TokenResult, AuthError> {
        do throws(AuthError) {
            return .success(try await redeem(token))
        } catch {
            return .failure(error)
        }
    }

    /// The token that another call has stored since this one began; nil if there is none.
    private func refreshedMeanwhile() async throws(AuthError) -> TokenResult? {
        guard parameters.asksNoClaims else { return nil }
        guard let partition = try silentFlow.clientStore.storedPartition(of: homeAccountID) else { return nil }
        let cached = try silentFlow.clientStore.cachedToken(
            for: parameters.scopes, at: authority, in: partition, now: environment.clock.now,
            keyID: parameters.boundKeyID)
        guard let cached, cached.validity == .valid, cached.secret != previous else { return nil }
        silentFlow.log(.verbose, "Another call has refreshed the token meanwhile.", correlationID: correlationID)
        if !cached.isAppSignedIn { await silentFlow.clientStore.markSignedIn(homeAccountID) }
        return TokenResult(cached, authority: authority, correlationID: correlationID)
    }

    /// Redeems a refresh token, and stores the new tokens.
    private func redeem(_ token: SpendableToken) async throws(AuthError) -> TokenResult {
        let secret = token.secret
        let claims = ClaimsRequest.wireValue(request: parameters.claims, capabilities: configuration.capabilities)
        let request = Throttle.Key(
            clientID: configuration.clientID, authority: authority, refreshToken: secret, scopes: parameters.scopes,
            claims: claims, binding: parameters.proofKey?.id)
        if let error = silentFlow.throttle.error(for: request, now: environment.clock.now) { throw error }
        let spent = SpentToken(token)
        let flow: FlowResult
        do throws(AuthError) {
            flow = try await lateAnswer.watch(authority, correlationID) { () async throws(AuthError) in
                try await silentFlow.flows.refresh(refreshParameters(token, claims)) { successor in
                    if await keep(successor, of: token) { spent.replace(by: successor) }
                }
            }
        } catch {
            silentFlow.throttle.note(error, for: request, now: environment.clock.now)
            silentFlow.telemetry.requests.note(error, .silent, correlationID)
            throw error
        }
        silentFlow.telemetry.requests.wasSent()
        let expected = parameters.account.knownIdentifier ?? token.legacyItem?.homeAccountID
        let acquisition = try Acquisition(
            flow, requested: parameters.scopes, expected: expected, keyID: parameters.boundKeyID)
        let stored =
            if let item = token.legacyItem {
                try await storeUpgrade(acquisition, of: item)
            } else {
                try await store(acquisition, spent: spent.current.secret)
            }
        silentFlow.migration.seedLegacyCache(acquisition.saveInput(configuration), requested: requested)
        let result = acquisition.result(stored, source: .refresh)
        try acquisition.checkScopes(result)
        return result
    }

    private func refreshParameters(_ token: SpendableToken, _ claims: String?) -> RefreshFlowParameters {
        var request = RefreshFlowParameters(
            clientID: configuration.clientID, authority: authority, refreshToken: token.secret,
            environment: token.environment, scopes: parameters.scopes, claims: claims, correlationID: correlationID)
        request.binding = parameters.proofKey?.binding
        request.headerFields = silentFlow.telemetry.headerFields(
            .silent, cause, at: authority, account: parameters.account)
        request.tokenQuery = configuration.tokenQuery(parameters.extraQueryParameters)
        return request
    }
}
