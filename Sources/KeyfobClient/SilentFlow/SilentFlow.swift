import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Gets tokens without any user interface.
struct SilentFlow: ClientPart {
    let context: ClientContext
    let reader: SilentReader
    let shared: SharedRefreshes
    let routing: BrokerRouting
    let telemetry: CallTelemetry
    let keys: ProofKeys

    /// Returns a token without any user interface.
    func acquireTokenSilent(_ parameters: SilentParameters) async throws(AuthError) -> TokenResult {
        let parameters = plain(parameters)
        guard parameters.scheme != .bearer || environment.isObserved else {
            let result = try await silentResult(parameters)
            if result.source == .cache { telemetry.requests.countSilentSuccess() }
            return result
        }
        return try await telemetry.observed(.silent, parameters.correlationID) { correlationID throws(AuthError) in
            var parameters = parameters
            parameters.correlationID = correlationID
            parameters.proofKey = try await self.keys.proofKey(for: parameters.scheme)
            let bound = parameters
            return try await self.keys.presenting(bound.scheme, key: bound.proofKey) { () throws(AuthError) in
                try await self.silentResult(bound)
            }
        }
    }

    /// The parameters without the reserved scopes, which an app may pass to an OpenID provider: no stored token has them.
    func plain(_ parameters: SilentParameters) -> SilentParameters {
        guard (parameters.authority ?? configuration.authority).kind == .openID else { return parameters }
        var plain = parameters
        plain.scopes = parameters.scopes.subtracting(.reserved)
        return plain
    }

    /// The silent path, without the steps for one of several callers that share a refresh.
    private func silentResult(_ parameters: SilentParameters) async throws(AuthError) -> TokenResult {
        if let updated = try reader.updated(parameters) { return try await result(updated) }
        return try await result(parameters)
    }

    /// The silent path of an account as the store has it.
    private func result(_ parameters: SilentParameters) async throws(AuthError) -> TokenResult {
        let situation = try reader.situation(of: parameters, now: environment.clock.now)
        switch situation.inputs.signIn {
        case .signedOut: throw .interactionRequired("The account was removed in this app.")
        case .unknown: return try await acquireTokenOfADALAccount(parameters)
        case .known: break
        }
        guard let authority = situation.authority else { return try await acquireTokenOfNamedTenant(parameters) }
        return try await follow(situation, parameters, at: authority)
    }

    /// Follows ``SilentDecision``, before the server is asked and after.
    private func follow(
        _ situation: SilentSituation, _ parameters: SilentParameters, at authority: Authority
    ) async throws(AuthError) -> TokenResult {
        let decision = SilentDecision(situation.inputs)
        if let cached = situation.cached, decision.step == .serveStored || decision.step == .serveStoredAndRenew {
            if !cached.isAppSignedIn { await reader.clientStore.markSignedIn(parameters.account.identifier) }
            if decision.step == .serveStoredAndRenew {
                shared.refreshInBackground(parameters, at: authority, replacing: cached, now: situation.now)
            }
            return TokenResult(cached, authority: authority, correlationID: parameters.correlationID)
        }
        do {
            return try await shared.refresh(
                parameters, at: authority, replacing: situation.cached, cause: RefreshCause(situation.inputs))
        } catch {
            guard let spare = spare(situation.cached, after: error, at: authority, parameters) else { throw error }
            return spare
        }
    }

    /// Gets a token for a tenant that is named by a domain which the store does not have: its id is requested from the
    /// server.
    private func acquireTokenOfNamedTenant(_ parameters: SilentParameters) async throws(AuthError) -> TokenResult {
        let requested = parameters.authority ?? configuration.authority
        let metadata = try await flows.metadata(for: requested)
        let authority = TenantResolution.authority(requested, metadata: metadata)
        let situation = try reader.situation(of: parameters, at: authority, now: environment.clock.now)
        switch situation.inputs.signIn {
        case .signedOut: throw .interactionRequired("The account was removed in this app.")
        case .unknown: throw .interactionRequired("The store has no credentials of this account.")
        case .known: break
        }
        let result = try await follow(situation, parameters, at: authority)
        await reader.clientStore.rememberName(
            requested, of: authority.tenant, homeAccountID: parameters.account.identifier)
        return result
    }

    /// The stored token to return although the server returned none; nil if there is none.
    private func spare(
        _ cached: CachedAccessToken?, after error: AuthError, at authority: Authority, _ parameters: SilentParameters
    ) -> TokenResult? {
        guard let cached else { return nil }
        let inputs = SilentInputs(
            parameters, cached: cached, now: environment.clock.unixSeconds, configuration)
        guard let step = inputs.spareStep(after: error) else { return nil }
        log(
            .info, "The server issued no token: \(error.code). Returning the stored one.",
            correlationID: parameters.correlationID)
        return TokenResult(
            cached, authority: authority, correlationID: parameters.correlationID,
            isExtendedLifetime: step == .serveExtended)
    }
}
