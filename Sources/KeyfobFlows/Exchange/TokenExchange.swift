import Foundation
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// The end that all flows share: a request to the token endpoint, its response, and the ID token's validation with the
/// issuer's keys, which are fetched again once if they lack the token's key.
struct TokenExchange: Sendable {
    private enum State: Sendable {
        case idle
        case waitingForResponse
        case waitingForKeys(TokenResponse, receivedAt: Date, areFresh: Bool)
        case done
    }

    private(set) var context: ExchangeContext
    private var state = State.idle
    private var grant: TokenGrant?
    private var secrets: EchoedSecrets?

    init(_ context: ExchangeContext) { self.context = context }

    /// Returns the action that sends the token request.
    mutating func begin(_ grant: TokenGrant) -> [FlowAction] {
        state = .waitingForResponse
        self.grant = grant
        return send(context.request(grant))
    }

    /// Returns the action that sends a token request with given parameters.
    mutating func begin(_ form: FormParameters) -> [FlowAction] {
        state = .waitingForResponse
        return send(context.post(context.tokenQuery.appended(to: context.metadata.tokenEndpoint), form))
    }

    private mutating func send(_ request: HTTPRequest) -> [FlowAction] {
        secrets = EchoedSecrets(request, clientSecret: context.clientSecret)
        return [.send(request)]
    }

    private func withoutSecrets(_ response: HTTPResponse) -> HTTPResponse {
        secrets?.removed(from: response) ?? response
    }

    mutating func handle(_ event: FlowEvent, at now: Date) -> [FlowAction] {
        switch (state, event) {
        case (.waitingForResponse, .response(let response)): return received(response, at: now)
        case (.waitingForResponse, .transportFailed(let error)):
            var failure = AuthError(error)
            failure.correlationID = context.correlationID
            return fail(failure)
        case (.waitingForResponse, .failed(let error)), (.waitingForKeys, .failed(let error)): return fail(error)
        case (.waitingForKeys(let response, let receivedAt, let areFresh), .keys(let keys)):
            return validate(response, receivedAt: receivedAt, keys: keys, areFresh: areFresh)
        default: return []
        }
    }

    private mutating func received(_ response: HTTPResponse, at now: Date) -> [FlowAction] {
        guard response.isSuccess else { return fail(context.error(of: withoutSecrets(response), at: now)) }
        let tokens: TokenResponse
        do { tokens = try TokenResponse(parsing: response.body) } catch {
            return fail(context.error(of: error, in: withoutSecrets(response), at: now))
        }
        return successor(in: tokens) + evaluate(tokens, at: now)
    }

    /// A server that replaces refresh tokens has used up the redeemed one. The session depends on its replacement, even
    /// if the rest of the response is refused because the issuer's keys cannot be fetched or this machine's clock is
    /// wrong.
    private func successor(in tokens: TokenResponse) -> [FlowAction] {
        guard case .refreshToken(let spent) = grant, let new = tokens.refreshToken, new != spent else { return [] }
        return [
            .replaceRefreshToken(
                RefreshTokenSuccessor(
                    refreshToken: new, familyID: tokens.familyID.flatMap { $0.isEmpty ? nil : $0 }))
        ]
    }

    /// Validates a response from any source.
    mutating func evaluate(_ tokens: TokenResponse, at now: Date) -> [FlowAction] {
        guard tokens.tokenType.lowercased() == context.expectedTokenType else {
            return fail(
                AuthError(
                    MessageError(
                        "The token response has a token of another type than the \(context.expectedTokenType) token "
                            + "that was requested.")))
        }
        guard tokens.idToken != nil else {
            guard context.requiresIDToken, !context.mayNameUserByUserInfo else {
                return finish(tokens, idToken: nil, receivedAt: now)
            }
            return fail(AuthError(MessageError("The token response has no ID token, although openid was requested.")))
        }
        if context.mayBeUnsigned(tokens) { return acceptUnsigned(tokens, receivedAt: now) }
        state = .waitingForKeys(tokens, receivedAt: now, areFresh: false)
        return [.fetchKeys(refresh: false)]
    }

    private mutating func validate(
        _ tokens: TokenResponse, receivedAt: Date, keys: JWKSet, areFresh: Bool
    ) -> [FlowAction] {
        guard let compact = tokens.idToken?.reveal() else {
            return finish(tokens, idToken: nil, receivedAt: receivedAt)
        }
        do throws(TokenValidationError) {
            let token = try IDTokenValidator.validate(
                compact, keys: keys, expectations: context.expectations(at: receivedAt))
            if context.isFresh { try ClockRule.check(token, at: receivedAt) }
            return finish(tokens, idToken: token, receivedAt: receivedAt)
        } catch {
            if error.rule == .unknownKey, !areFresh {
                state = .waitingForKeys(tokens, receivedAt: receivedAt, areFresh: true)
                return [.fetchKeys(refresh: true)]
            }
            return fail(context.error(of: error, token: compact, at: receivedAt))
        }
    }

    /// Accepts an unsigned token of the version 1 endpoint, which TLS authenticates.
    private mutating func acceptUnsigned(_ tokens: TokenResponse, receivedAt: Date) -> [FlowAction] {
        let compact = tokens.idToken?.reveal() ?? ""
        do throws(TokenValidationError) {
            let token = try IDTokenValidator.validateUnsigned(
                compact, expectations: context.expectations(at: receivedAt))
            return finish(tokens, idToken: token, receivedAt: receivedAt)
        } catch {
            return fail(context.error(of: error, token: compact, at: receivedAt))
        }
    }

    private mutating func finish(_ tokens: TokenResponse, idToken: IDToken?, receivedAt: Date) -> [FlowAction] {
        var tokens = tokens
        switch context.account(in: tokens, idToken) {
        case .accepted(let info): tokens.clientInfo = info
        case .confirmed(let refreshToken):
            context = context.atTokenEndpoint
            return begin(.refreshToken(refreshToken))
        case .refused(let error): return fail(error)
        }
        state = .done
        var result = FlowResult(
            response: tokens, idToken: idToken, authority: context.authority, requestedScopes: context.scopes,
            receivedAt: receivedAt, correlationID: context.correlationID)
        result.issuer = context.metadata.issuer
        return [.finish(result)]
    }

    mutating func fail(_ error: AuthError) -> [FlowAction] {
        state = .done
        return [.fail(error)]
    }
}
