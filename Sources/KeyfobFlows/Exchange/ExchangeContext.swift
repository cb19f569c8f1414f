import Foundation
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// What a token request and the judgement of its answer need to know.
struct ExchangeContext: Sendable {
    var clientID: String
    var authority: Authority
    var metadata: ProviderMetadata
    /// As sent: with the reserved scopes.
    var scopes: ScopeSet
    var claims: String?
    var nonce: String?
    var requiresIDToken: Bool
    var correlationID: String
    var mode: AcquisitionMode
    /// The key that the access token shall be bound to; nil for a bearer token.
    var binding: TokenBinding?
    var headerFields = HTTPFields()
    var tokenQuery = FormParameters()
    var dialect: OAuthDialect = .v2
    /// v1: what the access token is for.
    var resource: String?
    /// Whether the id token comes straight from the token endpoint, and was issued just now. What a broker hands over may
    /// come from its store.
    var isFresh = true

    func request(_ grant: TokenGrant) -> HTTPRequest {
        let message = TokenRequest(
            grant: grant, clientID: clientID, scopes: scopes, resource: resource(for: grant), claims: claims,
            extra: binding?.parameters ?? FormParameters())
        var request = post(tokenQuery.appended(to: metadata.tokenEndpoint), message.parameters(dialect))
        // An answer that no caller reads has used the refresh token up too.
        if case .refreshToken = grant { request.patienceSeconds = Self.refreshPatience }
        return request
    }

    /// For how long the answer to a refresh is waited for, in seconds, whether or not a caller still waits.
    static let refreshPatience = 120.0

    /// `token_type` of the answer that was asked for.
    var expectedTokenType: String { binding == nil ? "bearer" : TokenBinding.tokenType }

    func post(_ url: HTTPURL, _ parameters: FormParameters) -> HTTPRequest {
        var request = HTTPRequest.form(url, parameters)
        request.fields.set("client-request-id", correlationID)
        request.fields.set(ClientFields.returnsRequestID, "true")
        request.fields.set(ClientFields.sku, "Keyfob")
        for (name, value) in headerFields.pairs { request.fields.set(name, value) }
        return request
    }

    /// The error of an answer that is not 200.
    func error(of response: HTTPResponse, at now: Date) -> AuthError {
        let retryAfter = response.retryAfter(now: now.unixSeconds)
        var error =
            if let body = OAuthErrorResponse(parsing: response.body) {
                AuthError(
                    body, status: response.status, retryAfter: retryAfter, during: mode, fields: response.fields)
            } else {
                AuthError(unreadable: response, subject: "the token request", retryAfter: retryAfter)
            }
        error.correlationID = error.correlationID ?? correlationID
        return error
    }

    /// The error of a 200 answer that is not the message expected. Some servers say 200 with an OAuth error.
    func error(of violation: MessageError, in response: HTTPResponse, at now: Date) -> AuthError {
        guard OAuthErrorResponse(parsing: response.body) == nil, (try? JSONValue(parsing: response.body)) != nil else {
            return error(of: response, at: now)
        }
        var error = AuthError(violation)
        error.correlationID = correlationID
        return error
    }

    func expectations(at now: Date) -> IDTokenExpectations {
        var expectations = IDTokenExpectations(
            issuer: metadata.issuer, audience: clientID, nonce: nonce,
            tenantID: TenantRule.expectedTenantID(authority: authority, issuer: metadata.issuer), now: now,
            leeway: ClockRule.leeway)
        expectations.isUnexpired = isFresh
        return expectations
    }

    /// The error of an id token that is not valid; the first suspect for a rule about time is the clock.
    func error(of violation: TokenValidationError, token: String, at now: Date) -> AuthError {
        let isAboutTime = [.expiration, .notBefore, .issuedAt].contains(violation.rule)
        if isAboutTime,
            let error = ClockRule.error(token: token, at: now, correlationID: correlationID, cause: violation)
        {
            return error
        }
        return AuthError(
            .invalidResponse, origin: .server, message: "The id token is not valid: \(violation.message)",
            remedy: "Check that the authority is the identity provider that is meant; the answer was discarded.",
            correlationID: correlationID, cause: violation)
    }
}
