import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Checks and stores the tokens of a broker's response.
struct BrokerResultHandler: ClientPart {
    let context: ClientContext
    let clientStore: ClientStore
    let external: ExternalAccounts
    let throttle: Throttle

    /// Checks a broker's response, stores its tokens, and returns the token.
    ///
    /// Additional tokens are stored first, so that they are kept even if the response itself is an error. Nothing is
    /// stored unchecked: the id token by the issuer's keys, the account against the requested one, the scopes.
    ///
    /// - Throws: `AuthError`: the broker's error, or the error of a check.
    func take(_ reply: BrokerResponse, _ facts: BrokerRequestFacts) async throws(AuthError) -> TokenResult {
        let additional = await keepAdditional(reply, facts)
        switch reply.outcome {
        case .success(let tokens):
            return try await take(tokens, facts, isShared: reply.device.isShared)
        case .failure(let failure):
            var error = failure.authError(
                correlationID: reply.correlationID ?? facts.correlationID,
                during: facts.isInteractive ? .interactive : .silent)
            if error.code == .serverDeclinedScopes, let additional,
                Self.isPart(additional.scopes, of: facts.scopes, granted: failure.grantedScopes)
            {
                error.cause = PartialGrant(result: additional, cause: failure)
            }
            throw error
        }
    }

    /// Whether additional tokens are for the requested scopes: they may be for the app-protection service instead.
    ///
    /// - Parameter granted: the granted scopes, as far as the broker states them.
    private static func isPart(_ scopes: ScopeSet, of requested: ScopeSet, granted: ScopeSet?) -> Bool {
        let named = ScopeSet(scopes.filter { !ScopeRules.isOpenID($0) })
        let resources = Set(ScopeRules.resources(of: requested).map { $0.lowercased() })
        return named.intersects(requested.union(granted ?? []))
            || ScopeRules.resources(of: named).contains { resources.contains($0.lowercased()) }
    }

    private func take(
        _ tokens: BrokerTokens, _ facts: BrokerRequestFacts, isShared: Bool
    ) async throws(AuthError) -> TokenResult {
        let flow = try await checked(tokens, facts)
        let acquisition = try Acquisition(
            flow, requested: facts.scopes, expected: facts.expected, keyID: facts.keyID)
        if let account = facts.account { try AccountMatch.check(requested: account, returned: acquisition.account) }
        let stored = try await store(acquisition, requested: facts.authority, isShared: isShared)
        if facts.isInteractive { throttle.lift() }
        log(.info, "A broker's tokens were stored.", correlationID: facts.correlationID)
        external.didSignIn(stored.account, acquisition)
        let result = acquisition.result(stored, source: .broker)
        try acquisition.checkScopes(result)
        return result
    }

    private func checked(_ tokens: BrokerTokens, _ facts: BrokerRequestFacts) async throws(AuthError) -> FlowResult {
        // The names of hosts are learned from the provider, as before any other request.
        _ = try await flows.metadata(for: facts.authority)
        let authority = try BrokerAuthorityRule.authority(
            requested: facts.authority, returned: tokens.authority, isInstanceAware: facts.isInstanceAware,
            clouds: flows.clouds)
        if let clientID = tokens.clientID, clientID.lowercased() != configuration.clientID.lowercased() {
            throw BrokerExchangeError.mismatchedResumeState.authError
        }
        var delivered = DeliveredTokens(
            response: TokenResponse(tokens, now: environment.clock.unixSeconds), authority: authority,
            clientID: configuration.clientID, scopes: facts.scopes.union(.reserved),
            correlationID: facts.correlationID)
        delivered.binding = facts.keyID.map { TokenBinding(keyID: $0) }
        return try await flows.delivered(delivered)
    }

    /// Stores a sign-in. On a shared device only the account and its refresh token, so that the next user finds no
    /// token of this one.
    private func store(
        _ acquisition: Acquisition, requested: Authority, isShared: Bool
    ) async throws(AuthError) -> StoredSignIn {
        var input = acquisition.saveInput(configuration)
        if isShared {
            input.accessToken = nil
            input.idToken = nil
        }
        return try await clientStore.store(input, of: acquisition, requested: requested)
    }

    /// Stores additional tokens for something else. An error with them does not fail the call.
    private func keepAdditional(_ reply: BrokerResponse, _ facts: BrokerRequestFacts) async -> TokenResult? {
        guard let tokens = reply.additionalTokens else { return nil }
        var own = facts
        own.scopes = tokens.scopes ?? []
        // A token for part of the requested scopes is bound as the call's token is; a token for something else need not
        // be.
        if tokens.tokenType?.lowercased() != TokenBinding.tokenType { own.keyID = nil }
        do throws(AuthError) {
            let flow = try await checked(tokens, own)
            let acquisition = try Acquisition(
                flow, requested: own.scopes, expected: facts.expected, keyID: own.keyID)
            if let account = facts.account {
                try AccountMatch.check(requested: account, returned: acquisition.account)
            }
            let stored = try await store(acquisition, requested: own.authority, isShared: reply.device.isShared)
            return acquisition.result(stored, source: .broker)
        } catch {
            log(
                .warning, "The additional tokens of the broker were not stored: \(euii: error.message)",
                correlationID: facts.correlationID)
            return nil
        }
    }
}
