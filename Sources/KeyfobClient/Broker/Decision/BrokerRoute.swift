import KeyfobBrokerProtocol
import KeyfobCore

/// Whom a call asks, in order, and why: one pure function of ``BrokerInputs``.
///
/// On iOS that is the single sign-on extension, then the broker's URL, then the app itself; without a person never a URL.
public struct BrokerRoute: Sendable, Hashable {
    /// Somebody to ask.
    public enum Step: String, Sendable, Hashable, CaseIterable {
        /// The single sign-on extension.
        case singleSignOn
        /// The broker app, by a URL.
        case url
        /// Nobody: the app signs the person in, or spends its own refresh token.
        case local
    }

    /// Why somebody is asked or not.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The app, or the call, wants no broker.
        case switchedOff
        /// The environment has no broker.
        case noAccess
        /// The redirect URI is none that brokers answer to.
        case redirectNotForBroker
        /// The authority is of a kind whose accounts the broker does not sign in.
        case authorityNotBrokered
        /// There is a single sign-on extension.
        case hasExtension
        /// There is no single sign-on extension.
        case noExtension
        /// Whether there is one is asked when the call is made.
        case extensionUnknown
        /// A URL may only be opened with a person there.
        case silent
        /// App extensions open no URLs of other apps.
        case appExtension
        /// Only iOS has a broker that URLs reach.
        case platform
        /// A broker is installed.
        case installed
        /// No broker is installed.
        case notInstalled
        /// The broker that is installed is too old.
        case tooOld
    }

    /// Whom to ask, the first one first; ``Step/local`` is always the last.
    public let steps: [Step]
    /// Why, in the order in which it was found out.
    public let reasons: [Reason]

    /// Decides.
    public init(_ inputs: BrokerInputs) {
        guard inputs.use == .automatic else {
            self.init([.local], [.switchedOff])
            return
        }
        guard let facts = inputs.facts, let bundleID = facts.bundleID else {
            self.init([.local], [.noAccess])
            return
        }
        guard BrokerRedirect.isBrokerCapable(inputs.redirectURI, bundleID: bundleID, dialect: inputs.dialect) else {
            self.init([.local], [.redirectNotForBroker])
            return
        }
        guard Self.isBrokered(inputs) else {
            self.init([.local], [.authorityNotBrokered])
            return
        }
        var steps: [Step] = []
        var reasons: [Reason] = []
        reasons.append(inputs.hasExtension.map { $0 ? .hasExtension : .noExtension } ?? .extensionUnknown)
        if inputs.hasExtension == true { steps.append(.singleSignOn) }
        let (mayOpen, reason) = Self.url(inputs, facts)
        if mayOpen { steps.append(.url) }
        reasons.append(reason)
        self.init(steps + [.local], reasons)
    }

    private init(_ steps: [Step], _ reasons: [Reason]) {
        self.steps = steps
        self.reasons = reasons
    }

    private static func url(_ inputs: BrokerInputs, _ facts: BundleFacts) -> (Bool, Reason) {
        if !inputs.mayAskPerson { return (false, .silent) }
        if facts.platform != .iOS { return (false, .platform) }
        if facts.isAppExtension { return (false, .appExtension) }
        switch inputs.presence {
        case .installed: return (true, .installed)
        case .tooOld: return (false, .tooOld)
        case .notInstalled, .notDeclared, nil: return (false, .notInstalled)
        }
    }

    /// Whose accounts a broker signs in: work, school and personal ones always, guests among them; customers' (B2C,
    /// external tenants) and those of AD FS if it has said so, which Microsoft's brokers do not; of other providers never.
    private static func isBrokered(_ inputs: BrokerInputs) -> Bool {
        switch inputs.authority.kind {
        case .aad: true
        case .b2c, .ciam, .adfs:
            inputs.dialect == .msal && inputs.otherAccountKinds.contains(inputs.authority.kind.rawValue)
        case .openID: false
        }
    }

    /// Whether anybody is asked.
    public var asksBroker: Bool { steps != [.local] }
}

extension BrokerRoute.Reason {
    /// The reason in a sentence.
    public var sentence: String {
        switch self {
        case .switchedOff: "The app, or the call, asks for no broker."
        case .noAccess: "This platform, or this app's environment, has no broker."
        case .redirectNotForBroker: "The redirect URI is not msauth.BUNDLE-ID://auth, nor SCHEME://BUNDLE-ID."
        case .authorityNotBrokered: "The broker does not sign in accounts of this kind of authority."
        case .hasExtension: "There is a single sign-on extension."
        case .extensionUnknown: "Whether there is a single sign-on extension is asked when the call is made."
        case .noExtension: "There is no single sign-on extension for the authority."
        case .silent: "Without a person no other app is opened."
        case .appExtension: "An app extension opens no other app."
        case .platform: "Only iOS has a broker app that URLs reach."
        case .installed: "A broker is installed."
        case .notInstalled: "No broker is installed."
        case .tooOld: "The broker that is installed is too old: its replies repeat no nonce."
        }
    }
}
