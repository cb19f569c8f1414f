public import KeyfobCore
public import KeyfobFlows

/// The extent of a sign-out. By default it removes the account in this app alone.
public struct SignOutParameters: Sendable {
    /// Whether the session at the identity provider is ended too, in the browser: the user sees its sign-out page.
    public var fromBrowser: Bool
    /// Whether the account is deleted for every client and app of the store.
    public var wipesAccount: Bool
    /// Whether every account is deleted for every client and app of the store.
    public var wipesAllAccounts: Bool
    /// Whether the provider revokes this client's tokens first (RFC 7009), so that a copy of them is useless too. They are
    /// deleted from the store then: other apps with the same client id have to sign in again. If the provider cannot, the
    /// call fails and nothing is removed.
    public var revokesTokens = false
    /// The authority; nil means the application's own.
    public var authority: Authority?
    /// Where the provider redirects the user afterwards, as registered; nil means the app's own redirect URI.
    public var redirectURI: RedirectURI?
    /// Further parameters of the sign-out request; they never replace one of the SDK's own.
    public var extraQueryParameters: [String: String] = [:]
    /// The user agent that shows the page; nil means the application's own.
    public var userAgent: (any UserAgent)?
    /// The app's steps right before and right after the page.
    public var hooks: PresentationHooks?
    /// The id of this call in the app's telemetry; made up if nil.
    public var correlationID: String?

    /// Makes the parameters.
    public init(fromBrowser: Bool = false, wipesAccount: Bool = false, wipesAllAccounts: Bool = false) {
        self.fromBrowser = fromBrowser
        self.wipesAccount = wipesAccount
        self.wipesAllAccounts = wipesAllAccounts
    }
}
