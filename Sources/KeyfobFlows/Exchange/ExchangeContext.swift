import Foundation
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// The parameters of a token request, and of the validation of its response.
struct ExchangeContext: Sendable {
    var clientID: String
    var authority: Authority
    var metadata: ProviderMetadata
    /// The scopes as sent, including the reserved ones.
    var scopes: ScopeSet
    var claims: String?
    var nonce: String?
    var requiresIDToken: Bool
    var correlationID: String
    var mode: AcquisitionMode
    /// The key that the access token is to be bound to; nil for a bearer token.
    var binding: TokenBinding?
    var headerFields = HTTPFields()
    var tokenQuery = FormParameters()
    var dialect: OAuthDialect = .v2
    /// v1: the resource of the access token.
    var resource: String?
    /// The secret of the client, if the provider gave it one.
    var clientSecret: Secret<String>?
    /// Whether the ID token comes directly from the token endpoint, and was issued just now. A broker's may come from
    /// its store.
    var isFresh = true
    /// Whether the response did not come from the token endpoint over TLS, but from a broker or an app in its place:
    /// then only what is signed in it counts.
    var isDelivered = false

    func request(_ grant: TokenGrant) -> HTTPRequest {
        let message = TokenRequest(
            grant: grant, clientID: clientID, scopes: scopes(for: grant), resource: resource(for: grant),
            claims: claims,
            wantsClientInfo: authority.kind != .openID, extra: binding?.parameters ?? FormParameters())
        var request = post(tokenQuery.appended(to: metadata.tokenEndpoint), message.parameters(dialect))
        // The server has used up the refresh token even if no caller reads the response.
        if case .refreshToken = grant { request.patienceSeconds = Self.refreshPatience }
        return request
    }

    /// A code and a device code have their scopes already. The Microsoft identity platform wants them again; elsewhere
    /// they are not part of the request (RFC 6749 section 4.1.3, RFC 8628 section 3.4).
    private func scopes(for grant: TokenGrant) -> ScopeSet {
        switch grant {
        case .authorizationCode where authority.kind == .openID, .deviceCode where authority.kind == .openID: []
        default: scopes
        }
    }

    /// How long to wait for the response to a refresh, in seconds, whether or not a caller is still waiting.
    static let refreshPatience = 120.0

    /// The requested `token_type` of the response.
    var expectedTokenType: String { binding == nil ? "bearer" : TokenBinding.tokenType }

    func post(_ url: HTTPURL, _ parameters: FormParameters) -> HTTPRequest {
        var request = HTTPRequest.form(url, parameters)
        if let clientSecret, authority.kind == .openID {
            request = ClientSecret(clientID: clientID, secret: clientSecret).request(url, parameters, metadata)
        }
        request.fields.set("client-request-id", correlationID)
        request.fields.set(ClientFields.returnsRequestID, "true")
        request.fields.set(ClientFields.sku, "Keyfob")
        for (name, value) in headerFields.pairs { request.fields.set(name, value) }
        return request
    }

    /// Whether the user's claims may come from UserInfo alone. OpenID Connect has no device code, and some providers return
    /// no ID token for one.
    var mayNameUserByUserInfo: Bool {
        authority.kind == .openID && mode == .deviceCode && metadata.userinfoEndpoint != nil
    }

    /// Makes the error of a response whose status is not a success.
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
        if authority.kind == .openID, mode == .silent {
            let name = OAuthErrorResponse(parsing: response.body)?.error
            // Some providers refuse a revoked refresh token without a word.
            let isCurable = name.map(Self.curable.contains) ?? [400, 401].contains(response.status)
            if isCurable {
                error.code = .interactionRequired
                error.remedy = "Sign in again with these scopes."
            }
        }
        if authority.kind == .openID, clientSecret == nil, error.server?.error == "invalid_client" {
            error.remedy =
                "The provider wants a client secret from this registration. Register a public client, or pass the secret: "
                + "in code as clientSecret of the configuration, to keyfob in KEYFOB_CLIENT_SECRET or by "
                + "--client-secret-file."
        }
        return error
    }

    /// The errors of an OpenID provider's refresh that a sign-in with the same scopes fixes: a scope that was not granted
    /// with the refresh token, which some providers report as a wrong request, and a client that may not refresh. The
    /// request has no other part that could be wrong.
    private static let curable = ["invalid_scope", "invalid_request", "unauthorized_client", "unsupported_grant_type"]

    /// Makes the error of an unexpected response with a status of success. Some servers send OAuth errors with it.
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
        expectations.requiresAuthorizedParty = authority.kind != .openID
        return expectations
    }

    /// Makes the error of an invalid ID token; a violated time rule is first checked against the clock.
    func error(of violation: TokenValidationError, token: String, at now: Date) -> AuthError {
        let isAboutTime = [.expiration, .notBefore, .issuedAt].contains(violation.rule)
        if isAboutTime,
            let error = ClockRule.error(token: token, at: now, correlationID: correlationID, cause: violation)
        {
            return error
        }
        return AuthError(
            .invalidResponse, origin: .server, message: "The ID token is not valid: \(violation.message)",
            remedy: "Check that the authority is the intended identity provider; the response was discarded.",
            correlationID: correlationID, cause: violation)
    }
}

extension ExchangeContext {
    /// Returns the same request for another authority, whose endpoints are not known yet.
    func at(_ authority: Authority) -> ExchangeContext {
        var copy = self
        copy.authority = authority
        return copy
    }

    /// Returns the same request with another provider's endpoints.
    func at(_ metadata: ProviderMetadata) -> ExchangeContext {
        var copy = self
        copy.metadata = metadata
        return copy
    }
}
