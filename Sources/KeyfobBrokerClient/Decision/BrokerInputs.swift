package import KeyfobBrokerProtocol
package import KeyfobCore
package import KeyfobSetup

/// The facts that ``BrokerRoute`` is decided by.
package struct BrokerInputs: Sendable, Hashable {
    /// Whether the app, or the call, requests a broker.
    package var use: BrokerUse
    /// The app's declarations; nil where the environment has no broker.
    package var facts: BundleFacts?
    /// The app's redirect URI.
    package var redirectURI: String
    /// Where users sign in.
    package var authority: Authority
    /// The library whose rules apply.
    package var dialect = SetupSubject.Dialect.msal
    /// The broker's URL schemes.
    package var schemes = BrokerSchemes.microsoft
    /// Whether the call may show a page.
    package var mayInteract = true
    /// Whether the system has a single sign-on extension for the authority; nil if not checked yet.
    package var hasExtension: Bool?
    /// Whether a broker app is installed; nil if not checked yet.
    package var presence: BrokerPresence?
    /// The kinds of accounts other than work, school and personal ones that the broker signs in, by its own statement.
    package var otherAccountKinds: Set<String> = []

    /// Makes inputs.
    package init(use: BrokerUse, facts: BundleFacts?, redirectURI: String, authority: Authority) {
        self.use = use
        self.facts = facts
        self.redirectURI = redirectURI
        self.authority = authority
    }
}

/// Whether an app asks a broker.
public enum BrokerUse: String, Sendable, Hashable, CaseIterable {
    /// If there is one that is new enough, and the app is set up for it (MSAL's `brokerAvailability` auto, ADAL's
    /// `AD_CREDENTIALS_AUTO`).
    case automatic
    /// Never: users sign in within the app, or in the system's browser.
    case never
}
