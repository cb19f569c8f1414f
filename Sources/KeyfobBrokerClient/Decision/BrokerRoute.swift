import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobSetup

/// The order in which a call tries a broker and the app itself, and why: a pure function of ``BrokerInputs``.
///
/// On iOS: the single sign-on extension, then the broker's URL, then the app itself; a silent call never opens a URL.
public struct BrokerRoute: Sendable, Hashable {
    /// A way to get a token.
    public enum Step: String, Sendable, Hashable, CaseIterable {
        /// The single sign-on extension.
        case singleSignOn
        /// The broker app, by a URL.
        case url
        /// No broker: the app signs the user in, or redeems its own refresh token.
        case local
    }

    /// Why a broker is asked or not.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The app, or the call, turns the broker off.
        case switchedOff
        /// The environment has no broker.
        case noAccess
        /// The redirect URI is not one that brokers accept.
        case redirectNotForBroker
        /// The broker does not sign in accounts of this kind of authority.
        case authorityNotBrokered
        /// There is a single sign-on extension.
        case hasExtension
        /// There is no single sign-on extension.
        case noExtension
        /// Whether there is an extension is checked when the call is made.
        case extensionUnknown
        /// A silent call opens no URL.
        case silent
        /// App extensions cannot open URLs of other apps.
        case appExtension
        /// Only on iOS can a broker be opened by a URL.
        case platform
        /// A broker is installed.
        case installed
        /// No broker is installed.
        case notInstalled
        /// The installed broker is too old.
        case tooOld
    }

    /// The steps, in order; ``Step/local`` is always the last.
    public let steps: [Step]
    /// The reasons, in the order in which they were found.
    public let reasons: [Reason]

    /// Decides.
    package init(_ inputs: BrokerInputs) {
        guard let facts = inputs.facts, inputs.refusal == nil, inputs.isBrokered else {
            self.init([.local], [inputs.refusal ?? .authorityNotBrokered])
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
        if !inputs.mayInteract { return (false, .silent) }
        if facts.platform != .iOS { return (false, .platform) }
        if facts.isAppExtension { return (false, .appExtension) }
        switch inputs.presence {
        case .installed: return (true, .installed)
        case .tooOld: return (false, .tooOld)
        case .notInstalled, .notDeclared, nil: return (false, .notInstalled)
        }
    }

    /// Whether a broker is asked.
    public var asksBroker: Bool { steps != [.local] }
}

extension BrokerRoute.Reason {
    /// The reason as a sentence.
    public var sentence: String {
        switch self {
        case .switchedOff: "The app, or the call, turns the broker off."
        case .noAccess: "This platform, or this app's environment, has no broker."
        case .redirectNotForBroker: "The redirect URI is not msauth.BUNDLE-ID://auth, nor SCHEME://BUNDLE-ID."
        case .authorityNotBrokered: "The broker does not sign in accounts of this kind of authority."
        case .hasExtension: "There is a single sign-on extension."
        case .extensionUnknown: "Whether there is a single sign-on extension is checked when the call is made."
        case .noExtension: "There is no single sign-on extension for the authority."
        case .silent: "A silent call opens no other app."
        case .appExtension: "An app extension opens no other app."
        case .platform: "Only on iOS can a broker app be opened by a URL."
        case .installed: "A broker is installed."
        case .notInstalled: "No broker is installed."
        case .tooOld: "The installed broker is too old: its responses do not repeat the nonce."
        }
    }
}

extension BrokerRoute {
    /// The steps and reasons, for the log.
    package var summary: String {
        let steps = steps.map(\.rawValue).joined(separator: ", ")
        return "\(steps); \(reasons.map(\.sentence).joined(separator: " "))"
    }
}
