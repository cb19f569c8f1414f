public import KeyfobBrokerClient
public import KeyfobCore
public import KeyfobFlows

/// The parameters of a sign-in in the browser.
public struct InteractiveParameters: Sendable {
    /// The scopes of one resource that the access token must have. `openid`, `profile` and `offline_access` are added
    /// by the SDK and are refused here, except for an OpenID provider: it may get them only if they are passed.
    public var scopes: ScopeSet
    /// The page that must be shown; nil leaves it to the identity provider.
    public var prompt: InteractivePrompt?
    /// The user name to fill in; an ``account``'s own name takes precedence.
    public var loginHint: String?
    /// Scopes, of other resources too, to show on the consent page with ``scopes``; the token does not have them.
    public var extraScopesToConsent: ScopeSet
    /// The account that must sign in; nil allows any.
    public var account: Account?
    /// The authority; nil means the application's own.
    public var authority: Authority?
    /// Claims to request, for instance those that an `interactionRequired` error carries.
    public var claims: ClaimsRequest?
    /// The domain whose sign-in page is shown directly (`domain_hint`).
    public var domainHint: String?
    /// The id of this call in the server's log; made up if nil.
    public var correlationID: String?
    /// How the token is presented to the resource.
    public var scheme: AuthenticationScheme = .bearer
    /// Further parameters of the authorization request; they never replace one of the SDK's own.
    public var extraQueryParameters: [String: String] = [:]
    /// The sign-in method that the user is offered first.
    public var preferredAuthMethod: PreferredAuthMethod?
    /// The user agent that shows the pages; nil means the application's own.
    public var userAgent: (any UserAgent)?
    /// Whether a broker is asked; nil leaves it to the configuration. A broker shows its own pages, so ``userAgent``
    /// has no effect then.
    public var brokerUse: BrokerUse?
    /// The app's steps right before and right after the page.
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

extension InteractiveParameters {
    func checkExtraParameters() throws(AuthError) {
        guard extraQueryParameters["claims"] == nil else {
            throw .configuration(
                "The extra query parameters contain claims.", remedy: "Pass claims as the parameters' claims.")
        }
    }
}

/// The page that an interactive sign-in must show, whatever session the browser has (`prompt`, OpenID Connect Core
/// section 3.1.2.1). Without a prompt the identity provider decides.
public struct InteractivePrompt: RawRepresentable, Sendable, Hashable {
    /// The wire value.
    public let rawValue: String
    /// Makes a prompt of its wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user chooses an account.
    public static let selectAccount = InteractivePrompt(rawValue: "select_account")
    /// The user enters credentials again.
    public static let login = InteractivePrompt(rawValue: "login")
    /// The user sees the consent page again.
    public static let consent = InteractivePrompt(rawValue: "consent")
    /// The user creates an account.
    public static let create = InteractivePrompt(rawValue: "create")
}

/// The sign-in method that the user is offered first (`pc` of the authorization request).
public struct PreferredAuthMethod: RawRepresentable, Sendable, Hashable {
    /// The wire value.
    public let rawValue: String
    /// Makes a method of its wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A QR code and a PIN, as front-line workers use them.
    public static let qrPIN = PreferredAuthMethod(rawValue: "18")
}
