import Foundation
import KeyfobCache
public import KeyfobCore

extension PublicClientApplication {
    /// Explains what ``acquireTokenSilent(_:)`` would do with these parameters, and why. It only reads the store:
    /// nothing is written, no server is asked, and no token is returned.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func explainSilent(_ parameters: SilentParameters) throws(AuthError) -> SilentExplanation {
        var parameters = try ofPolicy(environment.legacyCache == nil ? parameters : try movedOver(parameters))
        if parameters.scheme.proof != nil { parameters.proofKey = try storedProofKey() }
        let now = environment.clock.now
        let requested = parameters.authority ?? configuration.authority
        let partition = try environment.store.partition(homeAccountID: parameters.account.identifier)
        guard let partition, !parameters.account.identifier.isEmpty else {
            return try explanation(parameters, .unknown, at: requested)
        }
        guard !signInKey(parameters.account.identifier).isSignedOut(in: partition) else {
            return SilentExplanation(inputs: SilentInputs(signIn: .signedOut, accessToken: .absent))
        }
        guard let authority = try resolved(requested, in: partition) else {
            var unresolved = try explanation(parameters, .known, at: requested)
            unresolved.authority = nil
            return unresolved
        }
        let cached = try cachedToken(
            for: parameters.scopes, at: authority, in: partition, now: now, keyID: parameters.boundKeyID)
        var explanation = try explanation(
            parameters, .known, at: authority, cached,
            hasOtherKey: try hasOtherKey(parameters, at: authority, in: partition))
        explanation.tokenScopes = cached?.entity.scopes
        explanation.tokenExpiresOn = cached.map { Date(unixSeconds: $0.entity.expiresOn) }
        explanation.tokenRefreshOn = cached?.entity.refreshOn.map { Date(unixSeconds: $0) }
        return explanation
    }

    /// Explains whether ``acquireToken(_:)`` would use a broker with these parameters, and why. The system is asked
    /// whether there is a broker; no page is shown.
    ///
    /// - Throws: `AuthError` with code `configuration`, caused by a ``SetupFinding``, if the app is not set up for the
    ///   broker that it would open.
    public func explainInteractive(_ parameters: InteractiveParameters) async throws(AuthError) -> BrokerRoute {
        try await brokerRoute(
            parameters.brokerUse, at: parameters.authority ?? configuration.authority, mayAskPerson: true)
    }

    private func explanation(
        _ parameters: SilentParameters, _ signIn: SilentInputs.SignIn, at authority: Authority,
        _ cached: CachedAccessToken? = nil, hasOtherKey: Bool = false
    ) throws(AuthError) -> SilentExplanation {
        var inputs = SilentInputs(
            parameters, cached: cached, hasOtherKey: hasOtherKey, now: environment.clock.unixSeconds, configuration)
        inputs.signIn = signIn
        let operation = RefreshOperation(
            application: self, parameters: parameters, authority: authority, correlationID: "", previous: nil,
            cause: .none,
            lateAnswer: LateAnswer(configuration.transportTimeout) { _ in })
        inputs.refreshToken = SilentInputs.RefreshToken(try operation.nextToken(besides: []))
        var explanation = SilentExplanation(inputs: inputs, authority: authority)
        explanation.broker = BrokerRoute(brokerInputs(parameters.brokerUse, at: authority, mayAskPerson: false))
        return explanation
    }
}
