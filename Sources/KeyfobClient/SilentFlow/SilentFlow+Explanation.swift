import Foundation
import KeyfobBrokerClient
import KeyfobCache
import KeyfobCore

extension SilentFlow {
    /// Explains what ``acquireTokenSilent(_:)`` would do with these parameters, and why.
    func explain(_ parameters: SilentParameters) throws(AuthError) -> SilentExplanation {
        var parameters = plain(parameters)
        if parameters.scheme.proof != nil { parameters.proofKey = try keys.storedProofKey() }
        parameters = try reader.updated(parameters) ?? parameters
        let situation = try reader.situation(of: parameters, now: environment.clock.now)
        guard situation.inputs.signIn != .signedOut else {
            return SilentExplanation(inputs: SilentInputs(signIn: .signedOut, accessToken: .absent))
        }
        // While the tenant of a domain is not known, the refresh tokens are those of the domain.
        let authority = situation.authority ?? parameters.authority ?? configuration.authority
        let port = shared.port(parameters, at: authority, correlationID: "")
        var inputs = situation.inputs
        inputs.refreshToken = SilentInputs.RefreshToken(try port.nextToken(besides: []))
        var explanation = SilentExplanation(inputs: inputs, authority: situation.authority)
        explanation.broker = BrokerRoute(
            routing.brokerInputs(parameters.brokerUse, at: authority, mayInteract: false))
        explanation.tokenScopes = situation.cached?.entity.scopes
        explanation.tokenExpiresOn = situation.cached.map { Date(unixSeconds: $0.entity.expiresOn) }
        explanation.tokenRefreshOn = situation.cached?.entity.refreshOn.map { Date(unixSeconds: $0) }
        return explanation
    }
}
