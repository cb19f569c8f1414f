package import KeyfobBrokerProtocol
import KeyfobCore
public import KeyfobFlows
public import KeyfobSetup

/// The ports and settings that an app needs to use a broker.
///
/// One per process: its ``exchange`` allows one request at a time for all applications of the process, and assigns the
/// URLs that the app is opened with.
public struct BrokerAccess: Sendable {
    /// The broker.
    package var identity: BrokerIdentity
    /// The app's declarations to the operating system.
    public var facts: BundleFacts
    /// Opens URLs.
    public var opener: any URLOpener
    /// Stores the request while the broker is in front.
    package var memory: any BrokerMemory
    /// Stores the key of the broker's responses.
    package var secrets: any BrokerSecrets
    /// The single sign-on extension; nil where the system has none.
    package var singleSignOn: (any SingleSignOnExtension)?
    /// The app's life cycle; nil if it is not observed, so that only the time limit ends an abandoned request.
    public var lifeCycle: (any AppLifeCycle)?
    /// Offers URLs before the app's delegate gets them, for ADAL's interface, which listens by itself; nil if the app
    /// passes on every URL.
    package var urls: (any AppURLs)?
    /// For a broker that is yet to be installed; nil if requests are not left for one.
    package var pasteboard: (any BrokerPasteboard)?
    /// Whether brokers may be asked. Read at each call, so that a switch for the whole process (MSAL's) also applies to
    /// existing applications. If it is false, no call and no configuration overrides it.
    public var isWanted: @Sendable () -> Bool = { true }
    /// The app's description in requests: name and version of its bundle, and this SDK, unless something else is set.
    package var app: BrokerApp
    /// Seconds after which a request over a URL ends without a response; nil for never.
    public var responseTimeout: Double? = 600
    /// Seconds after which a silent request to the single sign-on extension ends.
    public var silentTimeout: Double = 60
    /// Waits for the two limits.
    public var pause: any Pause
    /// The request that is under way. All applications of a process share one exchange: a URL that one of them is
    /// waiting for is not a response to a request that another made in an earlier run.
    package var exchange = BrokerExchange()

    /// Makes an access.
    ///
    /// - Parameters:
    ///   - identity: the broker.
    ///   - facts: the app's declarations.
    ///   - opener: opens URLs.
    ///   - memory: stores the request.
    ///   - secrets: stores the key.
    ///   - pause: waits for the limits; one that really waits if nil.
    package init(
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
