public import KeyfobBrokerProtocol
public import KeyfobCore
public import KeyfobSetup

/// The facts that ``BrokerRoute`` is decided by.
public struct BrokerInputs: Sendable, Hashable {
    /// Whether the app, or the call, requests a broker.
    public var use: BrokerUse
    /// The app's declarations; nil where the environment has no broker.
    public var facts: BundleFacts?
    /// The app's redirect URI.
    public var redirectURI: String
    /// Where users sign in.
    public var authority: Authority
    /// The library whose rules apply.
    public var dialect = SetupSubject.Dialect.msal
    /// The broker's URL schemes.
    public var schemes = BrokerSchemes.microsoft
    /// Whether the call may show a page.
    public var mayAskPerson = true
    /// Whether the system has a single sign-on extension for the authority; nil if not checked yet.
    public var hasExtension: Bool?
    /// Whether a broker app is installed; nil if not checked yet.
    public var presence: BrokerPresence?
    /// The kinds of accounts other than work, school and personal ones that the broker signs in, by its own statement.
    public var otherAccountKinds: Set<String> = []

    /// Makes inputs.
    public init(use: BrokerUse, facts: BundleFacts?, redirectURI: String, authority: Authority) {
        self.use = use
        self.facts = facts
        self.redirectURI = redirectURI
        self.authority = authority
    }
}
