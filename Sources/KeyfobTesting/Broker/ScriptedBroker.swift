import KeyfobBackport
package import KeyfobBrokerClient
public import KeyfobBrokerProtocol
public import KeyfobCore
import KeyfobFlows
public import KeyfobOAuth

/// A broker whose person follows a script: the broker's end of every message, over a provider in memory, so that an
/// app's own tests run in milliseconds.
///
/// Single sign-on relies on its browser's cookies. It has no primary refresh token and no device; ``Behavior`` sets the
/// decisions that a real broker would make.
public final class ScriptedBroker: Sendable {
    /// The behaviour of the broker for the next requests.
    public struct Behavior: Sendable {
        /// The handling of a request over a URL.
        public enum Response: Sendable {
            /// The broker sends a response.
            case answers
            /// The person goes back to the app without a response.
            case isLeft
            /// No response is sent, and the person stays.
            case stays
        }

        /// The handling of a request over a URL.
        public var reply = Response.answers
        /// The failure that the broker returns instead of a sign-in.
        package var failure: BrokerResponseError?
        /// Changes a response before it is sent.
        package var edit: (@Sendable (inout BrokerResponse) -> Void)?
        /// Changes the URL of a response in transit.
        public var tamper: (@Sendable (String) -> String)?
        /// The app that the system reports as the sender of the response's URL; nil for none, as between apps of different
        /// teams.
        public var sourceApplication: String?
        /// The broker's information about the device.
        public var device = BrokerDeviceInfo()
        /// The failure of the single sign-on extension; nil if it responds.
        package var extensionFailure: SingleSignOnError?

        /// Creates a behaviour that responds to everything.
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

    /// An account that has signed in, for one client.
    struct Known: Sendable {
        var clientID: String
        var account: BrokerAccount
        var refreshToken: Secret<String>?
        var environment: String
    }

    /// The identity of the broker.
    package let identity: BrokerIdentity
    /// The browser in it.
    public let userAgent: ScriptedUserAgent
    let flows: FlowDriver
    let random: any RandomSource
    let state = Mutex(State())

    /// Makes a broker that apps for Microsoft Authenticator can use.
    ///
    /// - Parameters:
    ///   - person: The user of the device.
    ///   - transport: Reaches the identity provider.
    ///   - clock: The current time.
    public convenience init(person: Person, transport: any HTTPTransport, clock: any WallClock) {
        self.init(person: person, transport: transport, clock: clock, identity: .keyfobForMicrosoftSchemes)
    }

    /// Makes a broker with another identity.
    package init(person: Person, transport: any HTTPTransport, clock: any WallClock, identity: BrokerIdentity) {
        self.identity = identity
        random = SystemRandomSource()
        userAgent = ScriptedUserAgent(person: person, transport: transport, clock: clock)
        flows = FlowDriver(
            transport: transport, clock: clock, random: random, userAgent: userAgent,
            pause: ImmediatePause())
    }

    /// The behaviour for the next requests.
    public var behavior: Behavior {
        get { state.withLock { $0.behavior } }
        set { state.withLock { $0.behavior = newValue } }
    }

    /// Whether it is installed.
    public var isInstalled: Bool {
        get { state.withLock { $0.isInstalled } }
        set { state.withLock { $0.isInstalled = newValue } }
    }

    /// Whether it answers to the scheme that marks responses with a nonce; an old broker does not.
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
    package var requests: [BrokerRequest] { state.withLock { $0.requests } }
    /// The requests to the single sign-on extension so far.
    package var extensionRequests: [SingleSignOnRequest] { state.withLock { $0.extensionRequests } }
    /// The number of messages of any kind that have reached it.
    public var messageCount: Int { requests.count + extensionRequests.count }

    /// Whether it answers to a scheme.
    func answers(to scheme: String) -> Bool {
        state.withLock { state in
            state.isInstalled && identity.schemes.all.contains(scheme)
                && (scheme != identity.schemes.nonce || state.answersNonceScheme)
        }
    }
}
