package import KeyfobCore
import KeyfobOAuth

extension FlowDriver {
    /// Gets tokens for a SAML assertion, at the version 1 endpoint.
    ///
    /// - Throws: ``AuthError``: `interactionRequired` if the assertion is not accepted, `configuration` if the client
    ///   or the resource is wrong, `network`, `server`, `throttled`, `invalidResponse`.
    package func redeem(_ parameters: AssertionFlowParameters) async throws(AuthError) -> FlowResult {
        let metadata = try await metadata(for: parameters.authority, dialect: .v1)
        return try await run(AssertionFlow(parameters, metadata: metadata, random: random), metadata: metadata)
    }
}
