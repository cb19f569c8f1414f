import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

extension PublicClientApplication {
    /// Judges a broker's reply, stores what it brought, and returns the token.
    ///
    /// What came along is stored first, so that it is there even if the reply itself is a failure. Nothing is stored that
    /// has not been checked: the id token by the issuer's keys, the person against the one asked for, the scopes.
    ///
    /// - Throws: `AuthError`: what the broker says went wrong, or what is wrong with its tokens.
    func take(_ reply: BrokerReply, _ facts: BrokerRequestFacts) async throws(AuthError) -> TokenResult {
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

    /// Whether tokens that came along are for what was asked for: they may be for the app-protection service instead.
    ///
    /// - Parameter granted: what the broker says was granted, as far as it says so.
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
        log(.info, "A broker's tokens were taken.", correlationID: facts.correlationID)
        tellExternalAccounts(stored.account, acquisition)
        let result = acquisition.result(stored, source: .broker)
        try acquisition.checkScopes(result)
        return result
    }

    private func checked(_ tokens: BrokerTokens, _ facts: BrokerRequestFacts) async throws(AuthError) -> FlowResult {
        // The hosts' names are learned from the provider, as before any other request.
        _ = try await flows.metadata(for: facts.authority)
        let authority = try BrokerAuthorityRule.authority(
            requested: facts.authority, returned: tokens.authority, isInstanceAware: facts.isInstanceAware,
            clouds: flows.clouds)
        if let clientID = tokens.clientID, clientID.lowercased() != configuration.clientID.lowercased() {
            throw BrokerFault.mismatchedResumeState.authError
        }
        var delivered = DeliveredTokens(
            response: TokenResponse(tokens, now: environment.clock.unixSeconds), authority: authority,
            clientID: configuration.clientID, scopes: facts.scopes.union(.reserved),
            correlationID: facts.correlationID)
        delivered.binding = facts.keyID.map { TokenBinding(keyID: $0) }
        return try await flows.delivered(delivered)
    }

    /// On a shared device only the account and its refresh token are kept: the next person must find no token of this one.
    private func store(
        _ acquisition: Acquisition, requested: Authority, isShared: Bool
    ) async throws(AuthError) -> StoredSignIn {
        var input = acquisition.saveInput(configuration)
        if isShared {
            input.accessToken = nil
            input.idToken = nil
        }
        return try await store(input, of: acquisition, requested: requested)
    }

    /// Tokens for something else that came along. What is wrong with them is no failure of the call.
    private func keepAdditional(_ reply: BrokerReply, _ facts: BrokerRequestFacts) async -> TokenResult? {
        guard let tokens = reply.additionalTokens else { return nil }
        var own = facts
        own.scopes = tokens.scopes ?? []
        // What was granted of a call's scopes is bound like the call's token; a token for something else need not be.
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
                .warning, "The additional tokens of the broker were not taken: \(euii: error.message)",
                correlationID: facts.correlationID)
            return nil
        }
    }
}
