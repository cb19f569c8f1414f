public import KeyfobBrokerClient
package import KeyfobCache
public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth

/// The ports to everything outside the SDK that an application uses.
///
/// The module `Keyfob` makes the platform's environment; a test sets the ports that it needs.
public struct ClientEnvironment: Sendable {
    /// Sends HTTP requests.
    public var transport: any HTTPTransport
    /// Returns the current time.
    public var clock: any WallClock
    /// Returns unpredictable bytes.
    public var random: any RandomSource
    /// Stores credentials. Opened for the access group of the configuration.
    package var store: any CredentialStore
    /// Lets one process at a time refresh an account's tokens.
    package var refreshLock: any RefreshLock
    /// Shares a server's requests to wait between processes; nil keeps them in this one.
    package var serverWaits: (any ServerWaits)?
    /// Shows the sign-in pages; nil if there is no browser, so that `acquireToken` fails.
    public var userAgent: (any UserAgent)?
    /// Waits between two polls of the device-code flow.
    public var pause: any Pause
    /// Receives log messages; nil logs nothing.
    public var log: ClientLog?
    /// How much is logged, and which personal data it may contain.
    public var logOptions = LogOptions()
    /// Further listeners to the log in addition to ``log``, each with its own options.
    public var logListeners: [LogListener] = []
    /// The app's own telemetry; nil reports nothing.
    public var telemetry: TelemetryHook?
    /// Further listeners to telemetry in addition to ``telemetry``.
    public var telemetryListeners: [TelemetryHook] = []
    /// Further sources of accounts: their accounts are listed too, and they are notified of sign-ins and removals.
    public var externalAccounts: [any ExternalAccountProvider] = []
    /// The cache of apps that use ADAL for Objective-C: its accounts are listed too, and each moves into ``store`` at
    /// its first silent call.
    package var adalCache: (any ADALCache)?
    /// Whether a refresh token that the server issues is also stored in ``adalCache``, for the suite's apps that
    /// still use ADAL; one that is there already is kept.
    public var seedsADALCache = false
    /// The name of the group that ``adalCache`` and ``store`` were opened for, if no configuration states it: a
    /// ``ADALClient`` handles a broker's response to an earlier run's request only if that run used the same group.
    public var keychainGroup = AccessGroup.standard.name
    /// The running app's version, which is sent to the Microsoft identity platform (`x-app-ver`); nil if it has none.
    public var appVersion: String?
    /// The access to a broker; nil if there is none, so that no broker is asked.
    public var broker: BrokerAccess?

    /// Makes an environment.
    package init(
        transport: any HTTPTransport, clock: any WallClock = SystemClock(),
        random: any RandomSource = SystemRandomSource(), store: any CredentialStore, refreshLock: any RefreshLock,
        userAgent: (any UserAgent)? = nil, pause: any Pause, log: ClientLog? = nil
    ) {
        self.transport = transport
        self.clock = clock
        self.random = random
        self.store = store
        self.refreshLock = refreshLock
        self.userAgent = userAgent
        self.pause = pause
        self.log = log
    }
}

extension ClientEnvironment {
    /// Whether telemetry has a listener.
    var isObserved: Bool { telemetry != nil || !telemetryListeners.isEmpty }

    /// The user agent of a call: its own, else the application's, with the call's hooks around it.
    ///
    /// - Returns: nil if there is neither; the flow then fails with `userAgentUnavailable`.
    func userAgent(_ own: (any UserAgent)?, _ hooks: PresentationHooks?) -> (any UserAgent)? {
        guard let agent = own ?? self.userAgent, let hooks else { return own ?? self.userAgent }
        return HookedUserAgent(base: agent, hooks: hooks)
    }
}
