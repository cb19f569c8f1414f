public import KeyfobCore
public import KeyfobOAuth

/// What an app asks for when a person is there.
public struct CodeFlowParameters: Sendable {
    /// The app's client id.
    public var clientID: String
    /// Where to sign in.
    public var authority: Authority
    /// Where the answer goes, as registered.
    public var redirectURI: RedirectURI
    /// The scopes that a token is wanted for, without the reserved ones, which are always sent.
    public var scopes: ScopeSet
    /// Scopes of other resources to be consented to at once.
    public var extraScopesToConsent: ScopeSet = []
    /// What shall be shown even if it need not.
    public var prompt: Prompt?
    /// Who is expected to sign in.
    public var loginHint: String?
    /// Which organization is expected.
    public var domainHint: String?
    /// Whether users of other clouds may sign in at the authority; the code is then redeemed where they are at home.
    public var isInstanceAware = false
    /// The clouds to which a code may be taken; the driver puts in those that it knows.
    public var clouds = CloudDirectory()
    /// Further hosts to which a code may be taken: those that the app vouches for; the driver puts them in.
    public var recognisedHosts: Set<String> = []
    /// `claims`: the JSON text, capabilities included.
    public var claims: String?
    /// The id by which the server's logs know this call; a random one if it is nil.
    public var correlationID: String?
    /// The key that the access token shall be bound to; nil for a bearer token.
    public var binding: TokenBinding?
    /// Further header fields of the token request, for the server's telemetry.
    public var headerFields = HTTPFields()
    /// Further parameters of the token endpoint's query.
    public var tokenQuery = FormParameters()
    /// Further parameters of the authorization request; they never replace one of the flow's own.
    public var extraParameters: FormParameters = FormParameters()

    /// Whose endpoints are used; the version 1 ones want a ``resource`` and know no scopes.
    public var dialect: OAuthDialect = .v2
    /// v1: what the access token is for (`resource`).
    public var resource: String?
    /// Whether the provider is asked, before a browser that reports nothing opens, if it accepts the registration.
    package var checksRegistration = false

    /// Makes parameters.
    public init(clientID: String, authority: Authority, redirectURI: RedirectURI, scopes: ScopeSet) {
        self.clientID = clientID
        self.authority = authority
        self.redirectURI = redirectURI
        self.scopes = scopes
    }
}
