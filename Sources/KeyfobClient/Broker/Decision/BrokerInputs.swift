public import KeyfobBrokerProtocol
public import KeyfobCore

/// What is known when it is decided whether a broker is asked.
public struct BrokerInputs: Sendable, Hashable {
    /// Whether the app, or the call, wants one.
    public var use: BrokerUse
    /// What the app declares; nil where the environment has no broker.
    public var facts: BundleFacts?
    /// The app's redirect URI.
    public var redirectURI: String
    /// Where people sign in.
    public var authority: Authority
    /// Whose rules hold.
    public var dialect = SetupSubject.Dialect.msal
    /// The broker's URL schemes.
    public var schemes = BrokerSchemes.microsoft
    /// Whether the call may show something.
    public var mayAskPerson = true
    /// Whether the system has a single sign-on extension for the authority; nil while nobody has asked.
    public var hasExtension: Bool?
    /// Whether a broker app answers; nil while nobody has asked.
    public var presence: BrokerPresence?
    /// Which kinds of accounts beside those of work, school and persons the broker has said to sign in.
    public var otherAccountKinds: Set<String> = []

    /// Puts inputs together.
    public init(use: BrokerUse, facts: BundleFacts?, redirectURI: String, authority: Authority) {
        self.use = use
        self.facts = facts
        self.redirectURI = redirectURI
        self.authority = authority
    }
}
