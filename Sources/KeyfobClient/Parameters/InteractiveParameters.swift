public import KeyfobCore
public import KeyfobFlows

/// What to ask a person for, in the browser.
public struct InteractiveParameters: Sendable {
    /// The scopes of one resource that the access token must have. `openid`, `profile` and `offline_access` are added
    /// by the SDK and are refused here.
    public var scopes: ScopeSet
    /// What must be shown; nil leaves it to the identity provider.
    public var prompt: InteractivePrompt?
    /// The name to fill in for the person; an ``account``'s own name wins.
    public var loginHint: String?
    /// Scopes, of other resources too, to put on the consent page with ``scopes``; the token does not get them.
    public var extraScopesToConsent: ScopeSet
    /// Who must sign in; nil lets anybody.
    public var account: Account?
    /// Where, if not at the application's own authority.
    public var authority: Authority?
    /// Claims to ask for, for instance those that an `interactionRequired` error carries.
    public var claims: ClaimsRequest?
    /// The domain to send the person to directly (`domain_hint`).
    public var domainHint: String?
    /// What ties this call to the server's log; made up if nil.
    public var correlationID: String?
    /// How the token is to be shown to the resource.
    public var scheme: AuthenticationScheme = .bearer
    /// Further parameters of the authorization request; they never replace one of the SDK's own.
    public var extraQueryParameters: [String: String] = [:]
    /// By which way of signing in the person is asked first.
    public var preferredAuthMethod: PreferredAuthMethod?
    /// What shows the pages; nil means the application's own user agent.
    public var userAgent: (any UserAgent)?
    /// Whether a broker is asked; nil leaves it to the configuration. A broker shows its own pages: ``userAgent`` counts
    /// for nothing then.
    public var brokerUse: BrokerUse?
    /// What the app does right before and right after the page.
    public var hooks: PresentationHooks?

    /// Makes the parameters.
    public init(
        scopes: ScopeSet, prompt: InteractivePrompt? = nil, loginHint: String? = nil,
        extraScopesToConsent: ScopeSet = [],
        account: Account? = nil, authority: Authority? = nil, claims: ClaimsRequest? = nil, domainHint: String? = nil,
        correlationID: String? = nil
    ) {
        self.scopes = scopes
        self.prompt = prompt
        self.loginHint = loginHint
        self.extraScopesToConsent = extraScopesToConsent
        self.account = account
        self.authority = authority
        self.claims = claims
        self.domainHint = domainHint
        self.correlationID = correlationID
    }
}
