public import KeyfobCache
public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth

/// What an application runs on: every way in which the SDK touches the world, as a port.
///
/// The module `Keyfob` makes the platform's own; a test puts in what it needs.
public struct ClientEnvironment: Sendable {
    /// Sends HTTP requests.
    public var transport: any HTTPTransport
    /// Says what time it is.
    public var clock: any WallClock
    /// Gives unpredictable bytes.
    public var random: any RandomSource
    /// Keeps credentials. Opened for the access group of the configuration.
    public var store: any CredentialStore
    /// Lets one process at a time refresh an account's tokens.
    public var refreshLock: any RefreshLock
    /// Where processes tell each other that a server has asked to wait; nil keeps that to this one.
    public var serverWaits: (any ServerWaits)?
    /// Shows the sign-in pages; nil where there is no browser, so that `acquireToken` fails.
    public var userAgent: (any UserAgent)?
    /// Waits between two polls of the device-code flow.
    public var pause: any Pause
    /// Listens to the log; nil logs nothing.
    public var log: ClientLog?
    /// How much is logged, and what it may show.
    public var logOptions = LogOptions()
    /// Who listens to the log beside ``log``, each with options of its own.
    public var logListeners: [LogListener] = []
    /// The app's own telemetry; nil tells nobody anything.
    public var telemetry: TelemetryHook?
    /// Who hears of calls beside ``telemetry``.
    public var telemetryListeners: [TelemetryHook] = []
    /// Other places that know accounts: their accounts are listed too, and they hear of sign-ins and removals.
    public var externalAccounts: [any ExternalAccountProvider] = []
    /// Where apps that use ADAL for Objective-C kept their tokens: its accounts are listed too, and each moves into
    /// ``store`` at its first silent call.
    public var legacyCache: (any LegacyTokenCache)?
    /// Whether a refresh token that the server gives is also kept in ``legacyCache``, for the suite's apps that still
    /// use ADAL; one that is there already stays.
    public var seedsLegacyCache = false
    /// The name of the group that ``legacyCache`` and ``store`` were opened for, where no configuration says it: a
    /// ``V1Client`` takes a broker's reply to an earlier run's request only if that run kept its tokens there too.
    public var keychainGroup = AccessGroup.standard.name
    /// The running app's version, which requests to the Microsoft identity platform say (`x-app-ver`); nil if it has none.
    public var appVersion: String?
    /// What the app needs to speak with a broker; nil where there is none, so that nobody is asked.
    public var broker: BrokerAccess?

    /// Puts an environment together.
    public init(
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
