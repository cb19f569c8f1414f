import Foundation
package import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// The exchange of a signed request for tokens, as a state machine without I/O: the response is opened, and then
/// validated like all other responses of the token endpoint.
struct SignedRequestFlow: Flow {
    private enum State: Sendable {
        case idle
        case waitingForResponse
        case evaluating
        case done
    }

    private let parameters: SignedRequestParameters
    private var exchange: TokenExchange
    private var state = State.idle

    init(_ parameters: SignedRequestParameters, metadata: ProviderMetadata, random: any RandomSource) {
        self.parameters = parameters
        exchange = TokenExchange(
            ExchangeContext(
                clientID: parameters.clientID, authority: parameters.authority, metadata: metadata,
                scopes: parameters.scopes, claims: nil, nonce: nil, requiresIDToken: parameters.dialect == .v2,
                correlationID: parameters.correlationID ?? random.uuid(), mode: parameters.mode,
                binding: parameters.binding, dialect: parameters.dialect, resource: parameters.resource))
    }

    mutating func handle(_ event: FlowEvent, at now: Date) -> [FlowAction] {
        switch (state, event) {
        case (.idle, .start):
            state = .waitingForResponse
            return exchange.begin(parameters.form)
        case (.waitingForResponse, .response(let response)):
            state = .evaluating
            guard response.status == 200 else { return exchange.handle(event, at: now) }
            var opened = response
            do throws(AuthError) {
                opened.body = try parameters.opening(response.body)
            } catch {
                state = .done
                return [.fail(error)]
            }
            return exchange.handle(.response(opened), at: now)
        case (.waitingForResponse, _), (.evaluating, _): return exchange.handle(event, at: now)
        default: return []
        }
    }
}

extension FlowDriver {
    /// Gets tokens for a request that is already signed.
    ///
    /// - Throws: ``AuthError``: the errors of ``refresh(_:)``, and those of ``SignedRequestParameters/opening``.
    package func redeem(_ parameters: SignedRequestParameters) async throws(AuthError) -> FlowResult {
        let metadata = try await metadata(for: parameters.authority, dialect: parameters.dialect)
        return try await run(
            SignedRequestFlow(parameters, metadata: metadata, random: random), metadata: metadata,
            dialect: parameters.dialect)
    }
}
