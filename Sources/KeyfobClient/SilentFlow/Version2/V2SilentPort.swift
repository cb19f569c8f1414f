import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The port of the version 2 endpoints: the store that apps share and, for accounts that are not in it yet, ADAL's
/// cache.
struct V2SilentPort: SilentPort, ClientPart {
    let reader: SilentReader
    let telemetry: CallTelemetry
    let throttle: Throttle
    var parameters: SilentParameters
    /// The authority, with the tenant resolved.
    var authority: Authority
    /// The id of the request in the server's log.
    let correlationID: String
    /// The access token that was in the store when the call began.
    let previous: Secret<String>?
    /// The scopes of that token, which include the requested ones; nil if there was none.
    let previousScopes: ScopeSet?
    /// Why the request is sent.
    let cause: RefreshCause

    var context: ClientContext { reader.context }
    var homeAccountID: String { parameters.account.identifier }
    /// The authority, as the app named it.
    var requested: Authority { parameters.authority ?? configuration.authority }

    var nothingToRedeem: AuthError {
        .interactionRequired("The store has no refresh token of this account for this client.")
    }

    func read() throws(AuthError) -> SilentSituation {
        let situation = try reader.situation(
            of: reader.updated(parameters) ?? parameters, at: authority, now: environment.clock.now)
        guard situation.inputs.signIn != .signedOut else {
            throw .interactionRequired("The account was removed in this app.")
        }
        return situation
    }

    /// The tokens are read again, since a sign-in may have stored another one meanwhile.
    func token(in reading: SilentSituation, after refused: [RefreshTokenCandidate]) throws(AuthError)
        -> RefreshTokenCandidate?
    {
        try nextToken(besides: refused.map(\.secret))
    }

    func prepare() async throws(AuthError) { _ = try await flows.metadata(for: authority) }

    func locked<R: Sendable>(
        _ token: RefreshTokenCandidate, _ reading: SilentSituation,
        _ work: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        let family = try reader.clientStore.appMetadata(at: authority)?.familyID
        let key = RefreshLockKey(
            environment: token.environment, homeAccountID: parameters.account.lookupName,
            clientOrFamily: token.familyID ?? family.flatMap { $0.isEmpty ? nil : $0 } ?? configuration.clientID)
        return try await environment.refreshLock.withLock(
            key, timeoutSeconds: configuration.refreshWaitLimit, work)
    }

    func refreshedMeanwhile(_ reading: SilentSituation) async throws(AuthError) -> TokenResult? {
        guard parameters.asksNoClaims, let cached = reading.cached, cached.validity == .valid,
            cached.secret != previous
        else { return nil }
        if !cached.isAppSignedIn { await reader.clientStore.markSignedIn(homeAccountID) }
        return TokenResult(cached, authority: authority, correlationID: correlationID)
    }

    func remembered(_ token: RefreshTokenCandidate) -> AuthError? {
        throttle.error(for: throttleKey(token), now: environment.clock.now)
    }

    func reserveRoom(for token: RefreshTokenCandidate) throws(AuthError) -> [ReservedRoom] {
        [try environment.store.reserveRoom()]
    }

    func redeem(
        _ token: RefreshTokenCandidate, keeping: @escaping @Sendable (RefreshTokenSuccessor) async -> Void
    ) async throws(AuthError) -> FlowResult {
        try await flows.refresh(refreshParameters(token), keeping: keeping)
    }

    func note(_ error: AuthError?, for token: RefreshTokenCandidate) {
        guard let error else { return telemetry.requests.wasSent() }
        throttle.note(error, for: throttleKey(token), now: environment.clock.now)
        telemetry.requests.note(error, .silent, correlationID)
    }

    func store(
        _ response: FlowResult, of token: RefreshTokenCandidate, current: RefreshTokenCandidate,
        _ reading: SilentSituation
    ) async throws(AuthError) -> TokenResult {
        let expected = parameters.account.knownIdentifier ?? token.adalItem?.homeAccountID
        let acquisition = try Acquisition(
            response, requested: parameters.scopes, expected: expected, keyID: parameters.boundKeyID,
            before: previousScopes)
        let stored =
            if let item = token.adalItem {
                try await storeUpgrade(acquisition, of: item)
            } else {
                try await store(acquisition, spent: current.secret)
            }
        reader.migration.seedADALCache(acquisition.saveInput(configuration), requested: requested)
        let result = acquisition.result(stored, source: .refresh)
        do throws(AuthError) {
            try acquisition.checkScopes(result)
        } catch {
            // A provider that ignores the requested scopes: its refresh token has others, and only the user can add some.
            guard authority.kind == .openID else { throw error }
            throw AuthError(
                .interactionRequired, origin: .server,
                message: "The refresh token was not granted for these scopes: \(acquisition.declined).",
                remedy: "Sign in again with these scopes.", correlationID: correlationID,
                grantedScopes: acquisition.scopes, declinedScopes: acquisition.declined)
        }
        return result
    }

    func refusal(
        _ error: AuthError, of token: RefreshTokenCandidate, after refused: [RefreshTokenCandidate]
    ) -> SilentRefusal {
        let isLeaving = SilentInputs.meaning(of: error).1 == .notInFamily
        let rest = try? nextToken(besides: refused.map(\.secret), inFamily: !isLeaving)
        return SilentRefusal(error, of: token, hasNext: rest != nil)
    }

    func report(_ event: SilentEvent) {
        switch event {
        case .refreshedMeanwhile:
            log(.verbose, "Another call has refreshed the token meanwhile.", correlationID: correlationID)
        case .failed(let error, let level):
            log(ClientLogMessage.Level(level), "The refresh failed: \(error.code).", correlationID: correlationID)
        }
    }

    private var claims: String? {
        ClaimsRequest.wireValue(request: parameters.claims, capabilities: configuration.capabilities)
    }

    private func throttleKey(_ token: RefreshTokenCandidate) -> Throttle.Key {
        Throttle.Key(
            clientID: configuration.clientID, authority: authority, refreshToken: token.secret,
            scopes: parameters.scopes, claims: claims, binding: parameters.proofKey?.id)
    }

    private func refreshParameters(_ token: RefreshTokenCandidate) -> RefreshFlowParameters {
        var request = RefreshFlowParameters(
            clientID: configuration.clientID, authority: authority, refreshToken: token.secret,
            environment: token.environment, scopes: parameters.scopes, claims: claims, correlationID: correlationID)
        request.binding = parameters.proofKey?.binding
        request.clientSecret = configuration.clientSecret
        request.omitsScope = authority.kind == .openID && previousScopes != nil
        request.headerFields = telemetry.headerFields(
            .silent, cause, at: authority, account: parameters.account)
        request.tokenQuery = configuration.tokenQuery(parameters.extraQueryParameters)
        return request
    }
}
