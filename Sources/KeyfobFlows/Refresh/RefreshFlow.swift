package import Foundation
package import KeyfobCore
import KeyfobJOSE
package import KeyfobOAuth

/// The refresh of tokens (RFC 6749 section 6, OpenID Connect Core section 12), as a state machine without I/O.
package struct RefreshFlow: Flow {
    private enum State: Sendable {
        case idle
        case exchanging
        case done
    }

    private let parameters: RefreshFlowParameters
    private let metadata: ProviderMetadata
    private var exchange: TokenExchange
    private var current = State.idle

    /// Makes a flow.
    package init(_ parameters: RefreshFlowParameters, metadata: ProviderMetadata, random: any RandomSource) {
        self.parameters = parameters
        self.metadata = metadata
        var context = ExchangeContext(
            clientID: parameters.clientID, authority: parameters.authority, metadata: metadata,
            scopes: parameters.wireScopes, claims: parameters.claims, nonce: nil, requiresIDToken: false,
            correlationID: parameters.correlationID ?? random.uuid(), mode: .silent, binding: parameters.binding,
            headerFields: parameters.headerFields, tokenQuery: parameters.tokenQuery, dialect: parameters.dialect,
            resource: parameters.resource)
        context.clientSecret = parameters.clientSecret
        exchange = TokenExchange(context)
    }

    /// Handles an event and returns the resulting actions.
    package mutating func handle(_ event: FlowEvent, at now: Date) -> [FlowAction] {
        switch (current, event) {
        case (.idle, .start): return start()
        case (.exchanging, _): return exchange.handle(event, at: now)
        default: return []
        }
    }

    private mutating func start() -> [FlowAction] {
        guard
            EndpointRule.admits(
                tokenOf: parameters.environment, to: metadata.tokenEndpoint, at: parameters.authority,
                clouds: parameters.clouds)
        else {
            current = .done
            return [
                .fail(
                    AuthError(
                        .interactionRequired, origin: .app,
                        message: "The account's refresh token is for \(parameters.environment), and is not sent to "
                            + "\(metadata.tokenEndpoint.hostAndPort).",
                        remedy: "Sign in interactively at the intended authority.",
                        correlationID: exchange.context.correlationID))
            ]
        }
        current = .exchanging
        return exchange.begin(.refreshToken(parameters.refreshToken))
    }
}
