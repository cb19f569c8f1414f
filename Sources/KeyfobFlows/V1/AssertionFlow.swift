package import Foundation
package import KeyfobCore
import KeyfobJOSE
package import KeyfobOAuth

/// The redemption of a SAML assertion at the version 1 endpoint (RFC 7522 section 2.1), as a state machine without I/O.
package struct AssertionFlow: Flow {
    private let grant: TokenGrant
    private var exchange: TokenExchange
    private var hasBegun = false

    /// Makes a flow.
    package init(_ parameters: AssertionFlowParameters, metadata: ProviderMetadata, random: any RandomSource) {
        // Plain base64, not base64url, as the platform's libraries send it and the platform requires.
        let encoded = Data(parameters.assertion.reveal().utf8).base64EncodedString()
        grant = .samlAssertion(Secret(encoded), parameters.version)
        exchange = TokenExchange(
            ExchangeContext(
                clientID: parameters.clientID, authority: parameters.authority, metadata: metadata,
                scopes: ["openid"], claims: parameters.claims, nonce: nil, requiresIDToken: false,
                correlationID: parameters.correlationID ?? random.uuid(), mode: .silent,
                headerFields: parameters.headerFields, dialect: .v1,
                resource: parameters.resource))
    }

    /// Handles an event and returns the resulting actions.
    package mutating func handle(_ event: FlowEvent, at now: Date) -> [FlowAction] {
        guard hasBegun else {
            guard case .start = event else { return [] }
            hasBegun = true
            return exchange.begin(grant)
        }
        return exchange.handle(event, at: now)
    }
}

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
