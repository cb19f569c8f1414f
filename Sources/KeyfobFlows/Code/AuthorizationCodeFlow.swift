package import Foundation
package import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
package import KeyfobOAuth

/// The authorization code flow with PKCE (RFC 6749 section 4.1, RFC 7636, OpenID Connect Core section 3.1), as a state
/// machine without I/O.
package struct AuthorizationCodeFlow: Flow {
    private enum State: Sendable {
        case idle
        case waitingForRedirect
        case waitingForCloud(Secret<String>)
        case exchanging
        case done
    }

    private let parameters: CodeFlowParameters
    private let metadata: ProviderMetadata
    private let redirectURI: RedirectURI
    private let sentState: String
    private let nonce: String
    private let verifier: CodeVerifier
    private let correlationID: String
    private var exchange: TokenExchange
    private var current = State.idle

    /// Makes a flow with a new state, nonce and verifier.
    ///
    /// - Parameters:
    ///   - parameters: the parameters of the request.
    ///   - metadata: the provider's endpoints and issuer.
    ///   - redirectURI: the session's redirect URI, with the port of its listener.
    ///   - random: the source of state, nonce and verifier.
    package init(
        _ parameters: CodeFlowParameters, metadata: ProviderMetadata, redirectURI: RedirectURI,
        random: any RandomSource
    ) {
        self.parameters = parameters
        self.metadata = metadata
        self.redirectURI = redirectURI
        sentState = random.token()
        nonce = random.token()
        verifier = CodeVerifier(random: random)
        correlationID = parameters.correlationID ?? random.uuid()
        var context = ExchangeContext(
            clientID: parameters.clientID, authority: parameters.authority, metadata: metadata,
            scopes: ScopeRules.wire(parameters.scopes, at: parameters.authority.kind, metadata),
            claims: parameters.claims,
            nonce: parameters.dialect == .v1 ? nil : nonce, requiresIDToken: parameters.requiresIDToken,
            correlationID: correlationID, mode: .interactive, binding: parameters.binding,
            headerFields: parameters.headerFields, tokenQuery: parameters.tokenQuery, dialect: parameters.dialect,
            resource: parameters.resource)
        context.clientSecret = parameters.clientSecret
        exchange = TokenExchange(context)
    }

    /// Checks a redirect while the user agent waits: only a response with this flow's `state` at this flow's redirect
    /// URI is accepted.
    package func decision(on redirect: String) -> RedirectDecision {
        guard RedirectAddress.isAt(redirect, redirectURI.value),
            let response = try? AuthorizationResponse(parsing: redirect),
            let state = response.state, ConstantTime.equal(state, sentState)
        else { return .foreign }
        if case .code = response { return .accepted(isSuccess: true) }
        return .accepted(isSuccess: false)
    }

    /// Handles an event and returns the resulting actions.
    package mutating func handle(_ event: FlowEvent, at now: Date) -> [FlowAction] {
        switch (current, event) {
        case (.idle, .start):
            current = .waitingForRedirect
            return [.present(request.url(endpoint: metadata.authorizationEndpoint))]
        case (.waitingForRedirect, .redirected(let redirect)): return redirected(redirect)
        case (.waitingForRedirect, .failed(let error)): return fail(error)
        case (.waitingForCloud(let code), .discovered(let metadata)):
            exchange = TokenExchange(exchange.context.at(metadata))
            return redeem(code)
        case (.exchanging, _): return exchange.handle(event, at: now)
        default: return []
        }
    }

    private var request: AuthorizationRequest {
        var request = AuthorizationRequest(
            clientID: parameters.clientID, redirectURI: redirectURI.value,
            scopes: ScopeRules.wire(
                parameters.scopes.union(parameters.extraScopesToConsent), at: parameters.authority.kind, metadata))
        request.state = sentState
        request.nonce = nonce
        request.codeChallenge = verifier.challenge
        request.codeChallengeMethod = CodeChallengeMethod.s256.rawValue
        request.prompt = parameters.prompt
        request.loginHint = parameters.loginHint
        request.domainHint = parameters.domainHint
        request.claims = parameters.claims
        // Microsoft's own parameters; another provider may refuse those that it does not know.
        let isOpenID = parameters.authority.kind == .openID
        request.wantsClientInfo = !isOpenID
        request.isInstanceAware = parameters.isInstanceAware
        request.correlationID = isOpenID ? nil : correlationID
        request.extra = parameters.extraParameters.without(Self.reservedParameters)
        return parameters.dialect == .v1 ? request.asVersion1(resource: parameters.resource) : request
    }

    /// Parameters that an app must not set, even if the flow does not use them.
    private static let reservedParameters: Set<String> = [
        "request", "request_uri", "response_mode", "resource", "max_age", "id_token_hint",
    ]

    private mutating func redirected(_ redirect: String) -> [FlowAction] {
        guard case .accepted = decision(on: redirect), let response = try? AuthorizationResponse(parsing: redirect)
        else {
            return fail(
                AuthError(
                    .invalidResponse, origin: .userAgent,
                    message: "The redirect does not belong to this sign-in: its state differs.",
                    remedy: "Start the sign-in again, and do not use a page that was opened for an earlier one.",
                    correlationID: correlationID))
        }
        switch response {
        case .error(let error, _):
            guard isExpectedIssuer(error.issuer) else { return failForeignIssuer() }
            var failure = AuthError(error, status: 0, retryAfter: nil, during: .interactive)
            failure.correlationID = failure.correlationID ?? correlationID
            return fail(failure)
        case .code(let code):
            guard isExpectedIssuer(code.issuer) else { return failForeignIssuer() }
            return redeem(code)
        }
    }

    private mutating func failForeignIssuer() -> [FlowAction] {
        fail(
            AuthError(
                .invalidResponse, origin: .server,
                message: "The redirect comes from another identity provider than the request was sent to.",
                remedy: "Check the authority; the response was discarded.", correlationID: correlationID))
    }

    /// Redeems a code at the requested authority or, if the user is of another cloud, in the cloud that the response
    /// names, which must be known. A server names one only if users of other clouds are allowed, by
    /// ``CodeFlowParameters/isInstanceAware`` or by the app's `instance_aware` parameter.
    private mutating func redeem(_ code: AuthorizationCode) -> [FlowAction] {
        guard parameters.authority.kind == .aad, let host = code.cloudInstanceHostName?.lowercased(),
            !parameters.clouds.cloud(of: parameters.authority.environment).aliases.contains(host)
        else { return redeem(code.code) }
        guard parameters.clouds.isKnown(host) || parameters.recognisedHosts.contains(host) else {
            return fail(
                AuthError(
                    .invalidResponse, origin: .server,
                    message: "The account is of an unknown cloud; the code was not sent there.",
                    remedy: "Add the cloud to the configuration's clouds, if it is your own.",
                    correlationID: correlationID))
        }
        let authority = parameters.authority.with(environment: host)
        exchange = TokenExchange(exchange.context.at(authority))
        current = .waitingForCloud(code.code)
        return [.discover(authority)]
    }

    private mutating func redeem(_ code: Secret<String>) -> [FlowAction] {
        current = .exchanging
        return exchange.begin(
            .authorizationCode(code: code, redirectURI: redirectURI.value, verifier: verifier.value))
    }

    /// RFC 9207 section 2.4: `iss` must be the provider's issuer, and is required if its metadata announces it.
    private func isExpectedIssuer(_ issuer: String?) -> Bool {
        guard let issuer else { return !metadata.sendsIssuerInResponse }
        if issuer.utf8.elementsEqual(metadata.issuer.utf8) { return true }
        // A template: the issuer is one of the tenants of the authority.
        guard metadata.issuerNamesEveryTenant, let url = HTTPURL(issuer) else { return false }
        return EndpointRule.belongs(
            url, to: parameters.authority,
            aliases: parameters.clouds.cloud(of: parameters.authority.environment).aliases)
    }

    private mutating func fail(_ error: AuthError) -> [FlowAction] {
        current = .done
        return [.fail(error)]
    }
}
