import Foundation
import KeyfobCache
public import KeyfobCore
import KeyfobFlows

extension PublicClientApplication {
    /// Returns a token without any user interface: from the store, else by a refresh token.
    ///
    /// A valid token in the store is returned before any server is asked, also offline. One that should be renewed is
    /// returned too, and renewed in the background. Equal calls share one refresh, in this process and with others.
    ///
    /// - Parameter parameters: what to ask for.
    /// - Throws: `AuthError` with code
    ///   - `interactionRequired`: the account is signed out of this app, there is no refresh token, or the server wants
    ///     the person. Call `acquireToken`; pass on `server?.claimsChallenge` as its claims.
    ///   - `serverDeclinedScopes`: the token lacks scopes; it is in the store.
    ///   - `network`, `throttled`, `server`: the server could not be asked or could not answer, and no token is good.
    ///   - `accountMismatch`, `invalidResponse`: the server's answer was not accepted; nothing was stored.
    ///   - `configuration`: reserved or malformed scopes, or the registration is wrong.
    ///   - `storeLocked`, `storeUnavailable`: the credential store failed.
    ///   - `canceled`: the calling task was cancelled.
    public func acquireTokenSilent(_ parameters: SilentParameters) async throws(AuthError) -> TokenResult {
        let now = environment.clock.now
        let parameters = try ofPolicy(environment.legacyCache == nil ? parameters : try movedOver(parameters))
        guard let partition = try storedPartition(of: parameters.account.identifier) else {
            return try await acquireTokenOfLegacyAccount(parameters)
        }
        let requested = parameters.authority ?? configuration.authority
        let authority = try resolved(requested, in: partition)
        guard let authority else { return try await acquireTokenOfNamedTenant(parameters, requested) }
        return try await acquireTokenSilent(parameters, at: authority, in: partition, now: now)
    }

    private func acquireTokenSilent(
        _ parameters: SilentParameters, at authority: Authority, in partition: AccountPartition, now: Date
    ) async throws(AuthError) -> TokenResult {
        let cached = try cachedToken(for: parameters.scopes, at: authority, in: partition, now: now)
        guard let cached, parameters.mayUseStoredToken else {
            return try await refresh(parameters, at: authority, replacing: cached)
        }
        switch cached.validity {
        case .valid:
            if !cached.isAppSignedIn { await markSignedIn(parameters.account.identifier) }
            return TokenResult(cached, authority: authority, correlationID: parameters.correlationID)
        case .refreshDue:
            if !cached.isAppSignedIn { await markSignedIn(parameters.account.identifier) }
            refreshInBackground(parameters, at: authority, replacing: cached, now: now)
            return TokenResult(cached, authority: authority, correlationID: parameters.correlationID)
        case .expired:
            do {
                return try await refresh(parameters, at: authority, replacing: cached)
            } catch {
                guard error.isOutage, let spare = serve(cached, at: authority, parameters) else { throw error }
                log(.debug, "The server is out of reach: \(error.code). A token that is still good serves.")
                return spare
            }
        }
    }

    /// The tenant is named by a domain that the store has no answer for, so the server is asked which tenant it is.
    private func acquireTokenOfNamedTenant(
        _ parameters: SilentParameters, _ requested: Authority
    ) async throws(AuthError) -> TokenResult {
        let metadata = try await flows.metadata(for: requested)
        let authority = TenantResolution.authority(requested, metadata: metadata)
        let partition = try signedInPartition(of: parameters.account.identifier)
        let result = try await acquireTokenSilent(
            parameters, at: authority, in: partition, now: environment.clock.now)
        await rememberName(requested, of: authority.tenant, homeAccountID: parameters.account.identifier)
        return result
    }

    /// A token within the buffer before its expiry is still good; past it, one that the server allows in an outage
    /// is, if the app wants that.
    private func serve(
        _ cached: CachedAccessToken, at authority: Authority, _ parameters: SilentParameters
    ) -> TokenResult? {
        let now = environment.clock.unixSeconds
        guard cached.entity.cachedAt <= now else { return nil }
        let isGood = cached.entity.expiresOn > now
        guard isGood || (configuration.extendedLifetimeEnabled && cached.mayServeOutage(now: now)) else { return nil }
        return TokenResult(
            cached, authority: authority, correlationID: parameters.correlationID, isExtendedLifetime: !isGood)
    }
}

extension SilentParameters {
    /// Whether a token from the store will do.
    var mayUseStoredToken: Bool { !forceRefresh && asksNoClaims }
    /// Whether no claims are asked for; capabilities alone are none.
    var asksNoClaims: Bool { claims?.isEmpty ?? true }
}
