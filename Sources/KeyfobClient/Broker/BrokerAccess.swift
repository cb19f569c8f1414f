public import KeyfobBrokerProtocol
import KeyfobCore
public import KeyfobFlows

/// What an app needs to speak with a broker: which broker, and the ports to the operating system.
///
/// One per process: its ``exchange`` is what makes one request at a time of all the applications' requests, and what
/// knows where a URL belongs that comes to the app.
public struct BrokerAccess: Sendable {
    /// Which broker.
    public var identity: BrokerIdentity
    /// What the app declares to its operating system.
    public var facts: BundleFacts
    /// Opens URLs.
    public var opener: any URLOpener
    /// Remembers the request while the broker is in front.
    public var memory: any BrokerMemory
    /// Keeps the key of replies.
    public var secrets: any BrokerSecrets
    /// The single sign-on extension; nil where the system has none.
    public var singleSignOn: (any SingleSignOnExtension)?
    /// The app's coming and going; nil if nobody tells, so that only the time limit ends a request that is abandoned.
    public var lifeCycle: (any AppLifeCycle)?
    /// Offers URLs before the app's delegate gets them, to the face that listens by itself (ADAL's); nil where every app hands
    /// them on.
    public var urls: (any AppURLs)?
    /// For a broker that is yet to be installed; nil where there is no such thing.
    public var pasteboard: (any BrokerPasteboard)?
    /// Whether brokers may be asked at the moment; asked at each call, so that a switch for the whole process (MSAL's) also
    /// turns applications that are there already. Where it says no, no call and no configuration brings one about.
    public var isWanted: @Sendable () -> Bool = { true }
    /// What the app says of itself: name and version of its bundle, and this SDK, unless something else is set.
    public var app: BrokerApp
    /// Seconds after which a request over a URL ends without a reply; nil for never.
    public var replyTimeout: Double? = 600
    /// Seconds after which a silent request to the single sign-on extension ends.
    public var silentTimeout: Double = 60
    /// Waits for the two limits.
    public var pause: any Pause
    /// The request that is under way. All of a process's applications share one: what one of them waits for is no reply to
    /// an earlier run's request for another.
    public var exchange = BrokerExchange()

    /// Puts an access together.
    ///
    /// - Parameters:
    ///   - identity: which broker.
    ///   - facts: what the app declares.
    ///   - opener: opens URLs.
    ///   - memory: remembers the request.
    ///   - secrets: keeps the key.
    ///   - pause: waits for the limits; one that really waits if nil.
    public init(
        identity: BrokerIdentity, facts: BundleFacts, opener: any URLOpener, memory: any BrokerMemory,
        secrets: any BrokerSecrets, pause: (any Pause)? = nil
    ) {
        self.identity = identity
        self.facts = facts
        self.opener = opener
        self.memory = memory
        self.secrets = secrets
        self.pause = pause ?? SystemPause()
        app = BrokerApp(
            name: facts.name, version: facts.version, sdkVersion: KeyfobRelease.version, sdkName: "Keyfob",
            sdkCapabilities: ["sso_extension"])
    }
}
