import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The port of the version 1 endpoints: ADAL's cache and the store. It takes the lock that ``V2SilentPort`` takes for
/// the same account.
struct ADALSilentPort: SilentPort {
    let client: ADALClient
    let request: ADALRequest
    let correlationID: String
    /// The access token that was cached when the call began.
    let previous: Secret<String>?

    var authority: Authority { request.authority }
    var nothingToRedeem: AuthError {
        AuthError(
            .interactionRequired, origin: .store, message: "There is no refresh token of this user for this client.",
            remedy: "Call acquireToken, which lets the user sign in.", cause: ADALClientError.noRefreshToken)
    }

    func read() throws(AuthError) -> ADALCacheSnapshot { try client.look(request) }

    /// The tokens of the reading are tried in order: two items may have one token, and each is evaluated.
    func token(in reading: ADALCacheSnapshot, after refused: [RefreshTokenCandidate]) -> RefreshTokenCandidate? {
        reading.refreshTokens.dropFirst(refused.count).first
    }

    func prepare() async throws(AuthError) { _ = try await client.flows.metadata(for: authority, dialect: .v1) }

    func locked<R: Sendable>(
        _ token: RefreshTokenCandidate, _ reading: ADALCacheSnapshot,
        _ work: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        let family = reading.family.flatMap { $0.isEmpty ? nil : $0 }
        let key = RefreshLockKey(
            environment: token.environment,
            homeAccountID: reading.account?.lookupName ?? "name:\(request.user?.id ?? "")",
            clientOrFamily: token.familyID ?? family ?? request.clientID)
        return try await client.environment.refreshLock.withLock(
            key, timeoutSeconds: client.refreshWaitLimit, work)
    }

    func movedOver() -> ADALSilentPort { self }

    func refreshedMeanwhile(_ reading: ADALCacheSnapshot) -> ADALResult? {
        guard request.claims?.isEmpty ?? true,
            let item = reading.valid(request, now: client.environment.clock.now), item.accessToken != previous
        else { return nil }
        return client.cached(item, request, correlationID)
    }

    func remembered(_ token: RefreshTokenCandidate) -> AuthError? {
        client.throttle.error(for: throttleKey(token), now: client.environment.clock.now)
    }

    func reserveRoom(for token: RefreshTokenCandidate) throws(AuthError) -> [ReservedRoom] {
        try client.reserveRoom()
    }

    func redeem(
        _ token: RefreshTokenCandidate, keeping: @escaping @Sendable (RefreshTokenSuccessor) async -> Void
    ) async throws(AuthError) -> FlowResult {
        try await client.flows.refresh(
            client.parameters(request, token.secret, correlationID, environment: token.environment), keeping: keeping)
    }

    func keep(_ successor: RefreshTokenSuccessor, of token: RefreshTokenCandidate) async -> RefreshTokenCandidate? {
        let isStored = await client.keep(successor, of: token, request: request, correlationID)
        return isStored ? token.replaced(by: successor.refreshToken) : nil
    }

    func note(_ error: AuthError?, for token: RefreshTokenCandidate) {
        guard let error else { return }
        client.throttle.note(error, for: throttleKey(token), now: client.environment.clock.now)
    }

    func store(
        _ response: FlowResult, of token: RefreshTokenCandidate, current: RefreshTokenCandidate,
        _ reading: ADALCacheSnapshot
    ) async throws(AuthError) -> ADALResult {
        let acquisition = try ADALAcquisition(response, request: request, spent: token, account: reading.account)
        return try await client.keep(acquisition, spent: current)
    }

    func refusal(
        _ error: AuthError, of token: RefreshTokenCandidate, after refused: [RefreshTokenCandidate]
    ) -> SilentRefusal {
        // ADAL's policy moves on after every refusal; the engine finds out whether there is another token.
        SilentRefusal(error, of: token, hasNext: true)
    }

    /// ADAL's cache records no family and forgets neither account nor device, so its policy has no such decision.
    func apply(_ effect: RefusalDecision.Effect, to token: RefreshTokenCandidate) async throws(AuthError) {
        switch effect {
        case .dropFromADALCache:
            guard let item = token.adalItem else { return }
            try client.cache.remove([item], by: request.appIdentifier, at: client.environment.clock.now)
            client.log(
                .verbose, "The server refused a refresh token of ADAL's cache; it was deleted.",
                correlationID: correlationID)
        case .dropFromStore:
            let secret = token.secret
            let environment = client.environment
            let owners = try environment.store.homeAccountIDs()
            try await environment.store.write { transaction throws(AuthError) in
                for owner in owners {
                    try CredentialRules.dropRefreshToken(matching: secret, homeAccountID: owner, in: transaction)
                }
            }
        case .leaveFamily, .forgetAccount, .forgetDevice: break
        }
    }

    func report(_ event: SilentEvent) {
        switch event {
        case .refreshedMeanwhile:
            client.log(.verbose, "Another call has refreshed the token meanwhile.", correlationID: correlationID)
        case .failed(let error, let level):
            client.log(
                ClientLogMessage.Level(level), "The refresh failed: \(error.code).", correlationID: correlationID)
        }
    }

    private func throttleKey(_ token: RefreshTokenCandidate) -> Throttle.Key {
        Throttle.Key(
            clientID: request.clientID, authority: request.authority, refreshToken: token.secret,
            scopes: [request.resource])
    }
}
