public import KeyfobBrokerProtocol
public import KeyfobClient
public import KeyfobCore
import KeyfobFlows
public import KeyfobOAuth
import Synchronization

/// A broker whose person follows a script: the broker's end of every message, over a provider in memory, so that an app's
/// own tests run in milliseconds.
///
/// Its browser's cookies are what makes single sign-on of it. It holds no primary refresh token and knows no device; what
/// a real broker decides, ``Behavior`` says here.
public final class ScriptedBroker: Sendable {
    /// What the broker does with the next requests.
    public struct Behavior: Sendable {
        /// What becomes of a request over a URL.
        public enum Reply: Sendable {
            /// It is answered.
            case answers
            /// The person goes back to the app without an answer.
            case isLeft
            /// Nothing comes, and the person stays.
            case stays
        }

        /// What becomes of a request over a URL.
        public var reply = Reply.answers
        /// What the broker answers instead of signing anybody in.
        public var failure: BrokerFailure?
        /// Changes an answer before it is sent.
        public var edit: (@Sendable (inout BrokerReply) -> Void)?
        /// Changes the URL of an answer on its way.
        public var tamper: (@Sendable (String) -> String)?
        /// Who the system says has opened the answer's URL; nil for nobody, as between apps of different teams.
        public var sourceApplication: String?
        /// What it says of the device.
        public var device = BrokerDeviceInfo()
        /// Why the single sign-on extension gives no answer; nil if it gives one.
        public var extensionFailure: SingleSignOnFailure?

        /// Answers everything.
        public init() {}
    }

    struct State {
        var behavior = Behavior()
        var requests: [BrokerRequest] = []
        var extensionRequests: [SingleSignOnRequest] = []
        var accounts: [Known] = []
        var applicationTokens: [String: String] = [:]
        var isInstalled = true
        var answersNonceScheme = true
        var hasExtension = false
    }

    /// Somebody who has signed in, for one client.
    struct Known: Sendable {
        var clientID: String
        var account: BrokerAccount
        var refreshToken: Secret<String>?
        var environment: String
    }

    /// Which broker it is.
    public let identity: BrokerIdentity
    /// The browser in it.
    public let userAgent: ScriptedUserAgent
    let flows: FlowDriver
    let random: any RandomSource
    let state = Mutex(State())

    /// Makes a broker.
    ///
    /// - Parameters:
    ///   - person: who sits before it.
    ///   - transport: reaches the identity provider.
    ///   - clock: what time it is.
    ///   - identity: which broker it is.
    public init(
        person: Person, transport: any HTTPTransport, clock: any WallClock,
        identity: BrokerIdentity = .keyfobForMicrosoftSchemes
    ) {
        self.identity = identity
        random = SystemRandomSource()
        userAgent = ScriptedUserAgent(person: person, transport: transport, clock: clock)
        flows = FlowDriver(
            transport: transport, clock: clock, random: random, userAgent: userAgent,
            pause: ImmediatePause())
    }

    /// What it does with the next requests.
    public var behavior: Behavior {
        get { state.withLock { $0.behavior } }
        set { state.withLock { $0.behavior = newValue } }
    }

    /// Whether it is installed.
    public var isInstalled: Bool {
        get { state.withLock { $0.isInstalled } }
        set { state.withLock { $0.isInstalled = newValue } }
    }

    /// Whether it answers to the scheme that says that its replies repeat the nonce; an old broker does not.
    public var answersNonceScheme: Bool {
        get { state.withLock { $0.answersNonceScheme } }
        set { state.withLock { $0.answersNonceScheme = newValue } }
    }

    /// Whether it is the system's single sign-on extension too.
    public var hasExtension: Bool {
        get { state.withLock { $0.hasExtension && $0.isInstalled } }
        set { state.withLock { $0.hasExtension = newValue } }
    }

    /// The requests over URLs so far.
    public var requests: [BrokerRequest] { state.withLock { $0.requests } }
    /// The requests to the single sign-on extension so far.
    public var extensionRequests: [SingleSignOnRequest] { state.withLock { $0.extensionRequests } }
    /// How many messages of any kind have reached it.
    public var messageCount: Int { requests.count + extensionRequests.count }

    /// Whether it answers to a scheme.
    func answers(to scheme: String) -> Bool {
        state.withLock { state in
            state.isInstalled && identity.schemes.all.contains(scheme)
                && (scheme != identity.schemes.nonce || state.answersNonceScheme)
        }
    }
}
