package import KeyfobCore
package import KeyfobOAuth

/// The parameters of an interactive token request.
package struct CodeFlowParameters: Sendable {
    /// The app's client id.
    package var clientID: String
    /// The authority to sign in at.
    package var authority: Authority
    /// The redirect URI, as registered.
    package var redirectURI: RedirectURI
    /// The scopes that a token is requested for, without the reserved ones, which ``ScopeRules`` adds.
    package var scopes: ScopeSet
    /// Scopes of other resources to consent to in the same sign-in.
    package var extraScopesToConsent: ScopeSet = []
    /// The page that must be shown.
    package var prompt: Prompt?
    /// The user who is expected to sign in.
    package var loginHint: String?
    /// The organization of the expected user.
    package var domainHint: String?
    /// Whether users of other clouds may sign in at the authority; the code is then redeemed in their own cloud.
    package var isInstanceAware = false
    /// The clouds where a code may be redeemed; set by the driver.
    package var clouds = CloudDirectory()
    /// Further hosts where a code may be redeemed: the app's known hosts; set by the driver.
    package var recognisedHosts: Set<String> = []
    /// `claims`: the JSON text, including capabilities.
    package var claims: String?
    /// The secret of a registration at an OpenID provider that gives one to installed apps too.
    package var clientSecret: Secret<String>?
    /// The correlation id of the call in the server's logs; random if nil.
    package var correlationID: String?
    /// The key that the access token is to be bound to; nil for a bearer token.
    package var binding: TokenBinding?
    /// Further header fields of the token request, for the server's telemetry.
    package var headerFields = HTTPFields()
    /// Further query parameters of the token endpoint.
    package var tokenQuery = FormParameters()
    /// Further parameters of the authorization request; they never replace the flow's parameters.
    package var extraParameters: FormParameters = FormParameters()

    /// The version of the endpoints; version 1 requires a ``resource`` and has no scopes.
    package var dialect: OAuthDialect = .v2
    /// v1: the resource of the access token (`resource`).
    package var resource: String?
    /// Whether the flow checks that the provider accepts the registration, before it opens a browser that reports only
    /// redirects.
    package var checksRegistration = false

    /// Makes parameters.
    package init(clientID: String, authority: Authority, redirectURI: RedirectURI, scopes: ScopeSet) {
        self.clientID = clientID
        self.authority = authority
        self.redirectURI = redirectURI
        self.scopes = scopes
    }
}

extension CodeFlowParameters {
    /// Whether a response without an ID token is an error. AD FS issues none to clients that are not registered for
    /// OpenID.
    var requiresIDToken: Bool { dialect == .v2 || authority.kind != .adfs }
}
