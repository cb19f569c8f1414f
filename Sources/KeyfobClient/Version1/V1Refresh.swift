import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// One attempt to get a token of the version 1 endpoints by the available refresh tokens: the lock that
/// ``RefreshOperation`` acquires for the same account, another look-up in the caches, then one request for each token
/// until one succeeds.
struct V1Refresh: Sendable {
    let client: V1Client
    let request: V1Request
    let correlationID: String
    /// The access token that was cached when the call began.
    let previous: Secret<String>?
    /// Releases callers if the server takes too long.
    let lateAnswer: LateAnswer

    /// The outcome of the attempt.
    func outcome() async -> Result<V1Result, AuthError> {
        do throws(AuthError) {
            return .success(try await run())
        } catch {
            client.log(.verbose, "The refresh failed: \(error.code).", correlationID: correlationID)
            return .failure(error.correlated(correlationID))
        }
    }

    private func run() async throws(AuthError) -> V1Result {
        let sight = try client.look(request)
        guard let first = sight.refreshTokens.first else { throw Self.nothingToTry }
        // Outside the lock, which it does not need, so that other callers wait for the exchange only.
        _ = try await client.flows.metadata(for: request.authority, dialect: .v1)
        let family = sight.family.flatMap { $0.isEmpty ? nil : $0 }
        let key = RefreshLockKey(
            environment: first.environment,
            homeAccountID: sight.account?.lookupName ?? "name:\(request.user?.id ?? "")",
            clientOrFamily: first.familyID ?? family ?? request.clientID)
        return try await client.environment.refreshLock.withLock(key, timeoutSeconds: client.refreshWaitLimit) {
            () async throws(AuthError) -> V1Result in
            try await runLocked()
        }
    }

    /// Reads the caches again, since the previous holder of the lock may have refreshed the token, and then redeems.
    private func runLocked() async throws(AuthError) -> V1Result {
        let sight = try client.look(request)
        if request.claims?.isEmpty ?? true, let item = sight.valid(request, now: client.environment.clock.now),
            item.accessToken != previous
        {
            client.log(.verbose, "Another call has refreshed the token meanwhile.", correlationID: correlationID)
            return client.cached(item, request, correlationID)
        }
        var last: AuthError?
        for token in sight.refreshTokens {
            let outcome = await attempt(token, sight.account)
            switch outcome {
            case .success(let result): return result
            case .failure(let error):
                // Another token is tried only after the server has refused this one.
                guard let server = error.server, !server.error.isEmpty, !error.isOutage else { throw error }
                try await drop(token, server)
                last = error
            }
        }
        throw last ?? Self.nothingToTry
    }

    private func attempt(_ token: SpendableToken, _ account: Account?) async -> Result<V1Result, AuthError> {
        do throws(AuthError) {
            return .success(try await redeem(token, account))
        } catch {
            return .failure(error)
        }
    }

    /// Redeems a refresh token, and stores the new tokens.
    private func redeem(_ token: SpendableToken, _ account: Account?) async throws(AuthError) -> V1Result {
        let key = Throttle.Key(
            clientID: request.clientID, authority: request.authority, refreshToken: token.secret,
            scopes: [request.resource])
        if let error = client.throttle.error(for: key, now: client.environment.clock.now) { throw error }
        let parameters = client.parameters(request, token.secret, correlationID, environment: token.environment)
        let spent = SpentToken(token)
        let flow: FlowResult
        do throws(AuthError) {
            flow = try await lateAnswer.watch(request.authority, correlationID) { () async throws(AuthError) in
                try await client.flows.refresh(parameters) { successor in
                    if await client.keep(successor, of: token, request: request, correlationID) {
                        spent.replace(by: successor)
                    }
                }
            }
        } catch {
            client.throttle.note(error, for: key, now: client.environment.clock.now)
            throw error
        }
        let acquisition = try V1Acquisition(flow, request: request, spent: token, account: account)
        return try await client.keep(acquisition, spent: spent.current)
    }

    /// Deletes a refresh token that the server has refused for good, if the cache still has it: from ADAL's items on
    /// any `invalid_grant` except one that requires consent, from the store as ``RefreshOperation`` does.
    private func drop(_ token: SpendableToken, _ server: AuthError.ServerDetails) async throws(AuthError) {
        if let item = token.legacyItem {
            guard server.error == "invalid_grant", server.suberror != "consent_required" else { return }
            try client.cache.remove([item], by: request.appIdentifier, at: client.environment.clock.now)
            client.log(
                .verbose, "The server refused a refresh token of ADAL's cache; it was deleted.",
                correlationID: correlationID)
        }
        guard server.suberror == "bad_token" else { return }
        let secret = token.secret
        let environment = client.environment
        let owners = try environment.store.homeAccountIDs()
        try await environment.store.write { transaction throws(AuthError) in
            for owner in owners {
                try CredentialRules.dropRefreshToken(matching: secret, homeAccountID: owner, in: transaction)
            }
        }
    }

    static let nothingToTry = AuthError(
        .interactionRequired, origin: .store, message: "There is no refresh token of this user for this client.",
        remedy: "Call acquireToken, which lets the user sign in.", cause: V1Fault.noRefreshToken)
}
