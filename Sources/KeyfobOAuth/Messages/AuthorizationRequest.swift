package import KeyfobCore

/// The request that a browser sends to the authorization endpoint (RFC 6749 section 4.1.1, OpenID Connect Core section
/// 3.1.2.1, RFC 7636 section 4.3, and the Microsoft dialect). The client builds it, the provider parses it.
package struct AuthorizationRequest: Sendable, Hashable {
    /// `client_id`
    package var clientID: String
    /// `redirect_uri`; if absent, the provider uses a registered one.
    package var redirectURI: String?
    /// `response_type`
    package var responseType: String = "code"
    /// `response_mode` as received.
    package var responseMode: String?
    /// `scope`
    package var scopes: ScopeSet
    /// `resource`: v1 only.
    package var resource: String?
    /// `state`
    package var state: String?
    /// `nonce`
    package var nonce: String?
    /// `code_challenge`
    package var codeChallenge: String?
    /// `code_challenge_method` as received; absent means `plain`.
    package var codeChallengeMethod: String?
    /// `prompt`
    package var prompt: Prompt?
    /// `login_hint`
    package var loginHint: String?
    /// `domain_hint`
    package var domainHint: String?
    /// `claims`: the JSON text.
    package var claims: String?
    /// `client_info=1`: whether the response should contain `client_info`.
    package var wantsClientInfo: Bool = false
    /// `client-request-id`
    package var correlationID: String?
    /// `max_age`: the maximum age of the sign-in, in seconds.
    package var maxAge: Int?
    /// `id_token_hint`
    package var idTokenHint: Secret<String>?
    /// `instance_aware=true`: whether users of other clouds may sign in; the response then names their cloud.
    package var isInstanceAware: Bool = false
    /// All other parameters.
    package var extra: FormParameters = FormParameters()

    /// Makes a request.
    package init(clientID: String, redirectURI: String?, scopes: ScopeSet) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scopes = scopes
    }

    /// The method of the challenge: `plain` if absent, nil if unknown.
    package var challengeMethod: CodeChallengeMethod? {
        codeChallengeMethod.map { CodeChallengeMethod(rawValue: $0) } ?? .plain
    }
}

extension AuthorizationRequest {
    /// Returns the wire parameters. ``extra`` never replaces a parameter of this type.
    package func parameters() -> FormParameters {
        var out = extra
        out.set("client_id", clientID)
        out.set("response_type", responseType)
        out.set("redirect_uri", ifPresent: redirectURI)
        out.set("response_mode", ifPresent: responseMode)
        if !scopes.isEmpty { out.set("scope", scopes.description) }
        out.set("resource", ifPresent: resource)
        out.set("state", ifPresent: state)
        out.set("nonce", ifPresent: nonce)
        out.set("code_challenge", ifPresent: codeChallenge)
        out.set("code_challenge_method", ifPresent: codeChallengeMethod)
        out.set("prompt", ifPresent: prompt?.rawValue)
        out.set("login_hint", ifPresent: loginHint)
        out.set("domain_hint", ifPresent: domainHint)
        out.set("claims", ifPresent: claims)
        if wantsClientInfo { out.set("client_info", "1") }
        out.set("client-request-id", ifPresent: correlationID)
        out.set("max_age", ifPresent: maxAge.map(String.init))
        out.set("id_token_hint", ifPresent: idTokenHint?.reveal())
        if isInstanceAware { out.set("instance_aware", "true") }
        return out
    }

    /// Returns the URL to open in the browser.
    package func url(endpoint: HTTPURL) -> HTTPURL { parameters().appended(to: endpoint) }

    private static let names: Set<String> = [
        "client_id", "response_type", "redirect_uri", "response_mode", "scope", "resource", "state", "nonce",
        "code_challenge", "code_challenge_method", "prompt", "login_hint", "domain_hint", "claims", "client_info",
        "client-request-id", "max_age", "id_token_hint", "instance_aware",
    ]

    /// Parses the parameters of a request to the authorization endpoint.
    ///
    /// Only required parameters are checked here; the provider checks the values.
    ///
    /// - Throws: ``OAuthError`` 900144 if `client_id` or `response_type` is missing, 90023 if `max_age` is not a
    ///   whole number of seconds.
    package init(parsing parameters: FormParameters) throws(OAuthError) {
        guard let clientID = parameters.nonEmpty("client_id") else { throw OAuthError.missing("client_id") }
        guard let responseType = parameters.nonEmpty("response_type") else {
            throw OAuthError.missing("response_type")
        }
        self.init(
            clientID: clientID, redirectURI: parameters.nonEmpty("redirect_uri"),
            scopes: ScopeSet(spaceSeparated: parameters["scope"] ?? ""))
        self.responseType = responseType
        responseMode = parameters.nonEmpty("response_mode")
        resource = parameters.nonEmpty("resource")
        state = parameters["state"]
        nonce = parameters.nonEmpty("nonce")
        codeChallenge = parameters.nonEmpty("code_challenge")
        codeChallengeMethod = parameters.nonEmpty("code_challenge_method")
        prompt = parameters.nonEmpty("prompt").map(Prompt.init(rawValue:))
        loginHint = parameters.nonEmpty("login_hint")
        domainHint = parameters.nonEmpty("domain_hint")
        claims = parameters.nonEmpty("claims")
        wantsClientInfo = parameters["client_info"] == "1"
        correlationID = parameters.nonEmpty("client-request-id")
        idTokenHint = parameters.nonEmpty("id_token_hint").map(Secret.init)
        isInstanceAware = parameters["instance_aware"]?.lowercased() == "true"
        extra = parameters.without(Self.names)
        if let text = parameters.nonEmpty("max_age") {
            guard let seconds = Int(text), seconds >= 0 else {
                throw OAuthError(90023, ["detail": "max_age is not a whole number of seconds"])
            }
            maxAge = seconds
        }
    }
}

/// The page that the provider must show (`prompt`, OpenID Connect Core section 3.1.2.1).
package struct Prompt: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The wire value.
    package let rawValue: String
    /// Makes a prompt from its wire value.
    package init(rawValue: String) { self.rawValue = rawValue }
    /// The wire value.
    package var description: String { rawValue }

    /// No page may be shown.
    package static let none = Prompt(rawValue: "none")
    /// The user enters credentials again.
    package static let login = Prompt(rawValue: "login")
    /// The account picker is shown.
    package static let selectAccount = Prompt(rawValue: "select_account")
    /// The consent page is shown.
    package static let consent = Prompt(rawValue: "consent")
    /// The sign-up page is shown.
    package static let create = Prompt(rawValue: "create")
    /// v1: the session is used, and renewed if it is old.
    package static let refreshSession = Prompt(rawValue: "refresh_session")
    /// v1: an administrator consents for the tenant.
    package static let adminConsent = Prompt(rawValue: "admin_consent")
}
