package import KeyfobBrokerProtocol
public import KeyfobCore

/// The input of the setup's rules: the bundle's declarations, the app's parameters for the SDK, and the registration.
public struct SetupSubject: Sendable, Hashable {
    /// The library whose names and rules the app uses; the two look up different schemes of the broker.
    public enum Dialect: String, Sendable, Hashable, CaseIterable {
        /// MSAL's: `msauthv2` and `msauthv3`.
        case msal
        /// ADAL's: `msauth` and, since 2.7.14 and 4.0.2, `msauthv3`.
        case adal
    }

    /// The bundle's declarations.
    public var facts: BundleFacts
    /// The library whose rules apply.
    public var dialect: Dialect = .msal
    /// The application (client) id; nil if it is not known.
    public var clientID: String?
    /// The redirect URI that the app passes; nil if it leaves that to the SDK.
    public var redirectURI: String?
    /// Where users sign in, if the app states it.
    public var authority: Authority?
    /// Whether a broker may be asked. If not, every redirect URI is valid that the app can receive.
    public var usesBroker = true
    /// The URL schemes of the broker.
    package var brokerSchemes = BrokerSchemes.microsoft
    /// The keychain group, without its prefix, that the app's suite shares; nil if the app names none.
    public var keychainGroup: String?
    /// The registration, if it is available.
    public var registration: RegisteredApplication?
    /// The version of the Intune App SDK that the app links, if it does.
    public var intuneVersion: String?

    /// Makes a subject of which only the bundle is known.
    public init(facts: BundleFacts) { self.facts = facts }

    /// Whether MSAL 2 requires a redirect URI for brokers: it does for work and school accounts, and does not for the
    /// tenant of personal accounts, B2C and customers' tenants.
    var needsBrokerRedirect: Bool { usesBroker && (authority?.hasWorkAccounts ?? true) }
}

extension Authority {
    /// Whether its users may have work or school accounts of Entra ID.
    var hasWorkAccounts: Bool { kind == .aad && audience != .personal }
}

extension SetupSubject.Dialect {
    /// The dialect of the broker protocol.
    package var wire: BrokerDialect {
        switch self {
        case .msal: .msal
        case .adal: .adal
        }
    }
}
