public import KeyfobCache
public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth

/// Everything that a broker gets from outside.
public struct BrokerEnvironment: Sendable {
    /// Sends the requests, those of the web view included.
    public var transport: any HTTPTransport
    /// Says what time it is.
    public var clock: any WallClock
    /// Makes keys, nonces and verifiers.
    public var random: any RandomSource
    /// Shows pages to the person.
    public var screen: any BrokerScreen
    /// What the broker alone holds.
    public var vault: BrokerVault
    /// Keeps apps' tokens, so that the next silent call costs no request.
    public var store: any CredentialStore
    /// Keeps refreshes of one account and client apart.
    public var lock: any RefreshLock
    /// The certificates of people that the broker may present. nil where it has none.
    public var certificates: (any PersonalCertificates)?
    /// The system's browser, for certificates that the broker does not have. nil where there is none.
    public var systemBrowser: (any UserAgent)?

    /// Puts an environment together.
    public init(
        transport: any HTTPTransport, clock: any WallClock, random: any RandomSource, screen: any BrokerScreen,
        vault: BrokerVault, store: any CredentialStore, lock: any RefreshLock = InProcessRefreshLock(),
        certificates: (any PersonalCertificates)? = nil, systemBrowser: (any UserAgent)? = nil
    ) {
        self.transport = transport
        self.clock = clock
        self.random = random
        self.screen = screen
        self.vault = vault
        self.store = store
        self.lock = lock
        self.certificates = certificates
        self.systemBrowser = systemBrowser
    }
}
