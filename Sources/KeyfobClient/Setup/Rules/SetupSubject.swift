public import KeyfobBrokerProtocol
public import KeyfobCore

/// What the setup's rules look at: what the bundle declares, what the app passes to the SDK, and what is registered.
public struct SetupSubject: Sendable, Hashable {
    /// Whose names for things the app goes by; the two ask about different schemes of the broker.
    public enum Dialect: String, Sendable, Hashable, CaseIterable {
        /// MSAL's: `msauthv2` and `msauthv3`.
        case msal
        /// ADAL's: `msauth` and, since 2.7.14 and 4.0.2, `msauthv3`.
        case adal
    }

    /// What the bundle declares.
    public var facts: BundleFacts
    /// Whose rules hold.
    public var dialect: Dialect = .msal
    /// The application (client) id; nil if it is not known.
    public var clientID: String?
    /// The redirect URI that the app passes; nil if it leaves that to the SDK.
    public var redirectURI: String?
    /// Where users sign in, if the app says so.
    public var authority: Authority?
    /// Whether a broker may be asked. Off, any redirect URI will do that the app can receive.
    public var usesBroker = true
    /// The URL schemes of the broker.
    public var brokerSchemes = BrokerSchemes.microsoft
    /// The keychain group, without its prefix, that the app's suite shares; nil if the app names none.
    public var keychainGroup: String?
    /// The registration, if it is at hand.
    public var registration: RegisteredApplication?
    /// The version of the Intune App SDK that the app links, if it does.
    public var intuneVersion: String?

    /// Describes an app of which only the bundle is known.
    public init(facts: BundleFacts) { self.facts = facts }

    /// Whether MSAL 2 wants a redirect URI for brokers: for work and school accounts it does, and for the tenant of
    /// personal accounts, B2C and customers' tenants it does not.
    var needsBrokerRedirect: Bool { usesBroker && (authority?.hasWorkAccounts ?? true) }
}

extension Authority {
    /// Whether its users may have work or school accounts of Entra ID.
    var hasWorkAccounts: Bool { kind == .aad && audience != .personal }
}
