public import KeyfobCore
public import KeyfobFlows

/// How far a sign-out goes. By itself it removes the account in this app alone.
public struct SignOutParameters: Sendable {
    /// Whether the session at the identity provider is ended too, in the browser: the person sees its sign-out page.
    public var fromBrowser: Bool
    /// Whether the account is deleted for every client and app of the store.
    public var wipesAccount: Bool
    /// Whether every account is deleted for every client and app of the store.
    public var wipesAllAccounts: Bool
    /// Where, if not at the account's own authority.
    public var authority: Authority?
    /// Where the provider sends the person afterwards, as registered; nil means the app's own redirect URI.
    public var redirectURI: RedirectURI?
    /// Further parameters of the sign-out page's address; they never replace one of the SDK's own.
    public var extraQueryParameters: [String: String] = [:]
    /// What shows the page; nil means the application's own user agent.
    public var userAgent: (any UserAgent)?
    /// What the app does right before and right after the page.
    public var hooks: PresentationHooks?
    /// What ties this call to the app's telemetry; made up if nil.
    public var correlationID: String?

    /// Makes the parameters.
    public init(fromBrowser: Bool = false, wipesAccount: Bool = false, wipesAllAccounts: Bool = false) {
        self.fromBrowser = fromBrowser
        self.wipesAccount = wipesAccount
        self.wipesAllAccounts = wipesAllAccounts
    }
}
