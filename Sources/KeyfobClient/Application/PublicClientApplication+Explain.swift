import Foundation
import KeyfobCache
public import KeyfobCore

extension PublicClientApplication {
    /// Explains what ``acquireTokenSilent(_:)`` would do with these parameters, and why. It only reads the store:
    /// nothing is written, no server is asked, and no token is returned.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func explainSilent(_ parameters: SilentParameters) throws(AuthError) -> SilentExplanation {
        var parameters = parameters
        if parameters.scheme.proof != nil { parameters.proofKey = try storedProofKey() }
        let situation = try situation(of: parameters, now: environment.clock.now)
        guard situation.inputs.signIn != .signedOut else {
            return SilentExplanation(inputs: SilentInputs(signIn: .signedOut, accessToken: .absent))
        }
        // While the tenant of a domain is not known, the refresh tokens are those of the domain.
        let authority = situation.authority ?? situation.parameters.authority ?? configuration.authority
        let operation = operation(situation.parameters, authority)
        var inputs = situation.inputs
        inputs.refreshToken = SilentInputs.RefreshToken(try operation.nextToken(besides: []))
        var explanation = SilentExplanation(inputs: inputs, authority: situation.authority)
        explanation.broker = BrokerRoute(
            brokerInputs(situation.parameters.brokerUse, at: authority, mayAskPerson: false))
        explanation.tokenScopes = situation.cached?.entity.scopes
        explanation.tokenExpiresOn = situation.cached.map { Date(unixSeconds: $0.entity.expiresOn) }
        explanation.tokenRefreshOn = situation.cached?.entity.refreshOn.map { Date(unixSeconds: $0) }
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

    /// A refresh that is only asked for its tokens.
    private func operation(_ parameters: SilentParameters, _ authority: Authority) -> RefreshOperation {
        RefreshOperation(
            application: self, parameters: parameters, authority: authority, correlationID: "", previous: nil,
            cause: .none,
            lateAnswer: LateAnswer(configuration.transportTimeout) { _ in })
    }
}
