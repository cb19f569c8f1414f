package import Foundation
package import KeyfobCore
import KeyfobJOSE
package import KeyfobOAuth

/// The device code flow (RFC 8628), as a state machine without I/O.
package struct DeviceCodeFlow: Flow {
    private enum State: Sendable {
        case idle
        case waitingForCode
        case pausing(Polling)
        case polling(Polling)
        case exchanging
        case done
    }

    private struct Polling: Sendable {
        let deviceCode: Secret<String>
        let deadline: Date
        var interval: Double
    }

    private let metadata: ProviderMetadata
    private var exchange: TokenExchange
    private var current = State.idle

    /// Makes a flow.
    package init(_ parameters: DeviceCodeFlowParameters, metadata: ProviderMetadata, random: any RandomSource) {
        self.metadata = metadata
        var context = ExchangeContext(
            clientID: parameters.clientID, authority: parameters.authority, metadata: metadata,
            scopes: ScopeRules.wire(parameters.scopes, at: parameters.authority.kind, metadata),
            claims: parameters.claims, nonce: nil,
            requiresIDToken: true, correlationID: parameters.correlationID ?? random.uuid(), mode: .deviceCode,
            binding: parameters.binding, headerFields: parameters.headerFields, tokenQuery: parameters.tokenQuery)
        context.clientSecret = parameters.clientSecret
        exchange = TokenExchange(context)
    }

    /// Handles an event and returns the resulting actions.
    package mutating func handle(_ event: FlowEvent, at now: Date) -> [FlowAction] {
        switch (current, event) {
        case (.idle, .start): return start()
        case (.waitingForCode, .response(let response)): return codeAnswered(response, at: now)
        case (.waitingForCode, .transportFailed(let error)): return fail(AuthError(error))
        case (.pausing(let polling), .waited): return poll(polling, at: now)
        case (.polling(let polling), .response(let response)): return pollAnswered(polling, response, at: now)
        case (.polling(let polling), .transportFailed(let error)): return pollFailed(polling, error)
        case (.exchanging, _): return exchange.handle(event, at: now)
        case (.waitingForCode, .failed(let error)), (.pausing, .failed(let error)), (.polling, .failed(let error)):
            return fail(error)
        default: return []
        }
    }

    private mutating func start() -> [FlowAction] {
        guard let endpoint = metadata.deviceAuthorizationEndpoint else {
            return fail(
                .configuration(
                    "The identity provider does not support device codes.", remedy: "Sign in with a browser instead."))
        }
        current = .waitingForCode
        let context = exchange.context
        let message = DeviceAuthorizationRequest(
            clientID: context.clientID, scopes: context.scopes, claims: context.claims)
        return [.send(context.post(endpoint, message.parameters()))]
    }

    private mutating func codeAnswered(_ response: HTTPResponse, at now: Date) -> [FlowAction] {
        guard response.isSuccess else { return fail(exchange.context.error(of: response, at: now)) }
        let answer: DeviceAuthorizationResponse
        do { answer = try DeviceAuthorizationResponse(parsing: response.body) } catch {
            return fail(exchange.context.error(of: error, in: response, at: now))
        }
        let deadline = now.addingTimeInterval(Double(min(answer.expiresIn, 86400)))
        let polling = Polling(
            deviceCode: answer.deviceCode, deadline: deadline, interval: Double(min(max(answer.interval, 1), 3600)))
        let prompt = UserCodePrompt(
            userCode: answer.userCode, verificationURI: answer.verificationURI,
            verificationURIComplete: answer.verificationURIComplete,
            message: answer.message ?? "To sign in, open \(answer.verificationURI) and enter \(answer.userCode).",
            expiresOn: deadline)
        current = .pausing(polling)
        return [.prompt(prompt), .wait(seconds: polling.interval)]
    }

    private mutating func poll(_ polling: Polling, at now: Date) -> [FlowAction] {
        guard now < polling.deadline else { return fail(expired()) }
        current = .polling(polling)
        return [.send(exchange.context.request(.deviceCode(polling.deviceCode)))]
    }

    private mutating func pollAnswered(
        _ polling: Polling, _ response: HTTPResponse, at now: Date
    ) -> [FlowAction] {
        if !response.isSuccess {
            let retryAfter = response.retryAfter(now: now.unixSeconds)
            if response.status == 429 || response.status == 503 {
                return pause(polling, atLeast: retryAfter ?? 0)
            }
            switch OAuthErrorResponse(parsing: response.body)?.error {
            case "authorization_pending": return pause(polling, atLeast: retryAfter ?? 0)
            case "slow_down":
                var slower = polling
                // RFC 8628 section 3.5: five more seconds, for this and all further polls.
                slower.interval += 5
                return pause(slower, atLeast: retryAfter ?? 0)
            default: break
            }
        }
        current = .exchanging
        _ = exchange.begin(.deviceCode(polling.deviceCode))
        return exchange.handle(.response(response), at: now)
    }

    private mutating func pollFailed(_ polling: Polling, _ error: TransportError) -> [FlowAction] {
        switch error.code {
        case .timedOut, .cannotConnect:
            var slower = polling
            // RFC 8628 section 3.5 requires less frequent polls after a time-out. The deadline limits it.
            slower.interval = min(polling.interval * 2, 60)
            return pause(slower, atLeast: 0)
        default: return fail(AuthError(error))
        }
    }

    private mutating func pause(_ polling: Polling, atLeast seconds: Double) -> [FlowAction] {
        current = .pausing(polling)
        return [.wait(seconds: max(polling.interval, seconds))]
    }

    private func expired() -> AuthError {
        AuthError(
            OAuthErrorResponse(error: "expired_token", correlationID: exchange.context.correlationID), status: 0,
            retryAfter: nil, during: .deviceCode)
    }

    private mutating func fail(_ error: AuthError) -> [FlowAction] {
        current = .done
        var error = error
        error.correlationID = error.correlationID ?? exchange.context.correlationID
        return [.fail(error)]
    }
}
