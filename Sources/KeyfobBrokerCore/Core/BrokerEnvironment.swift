package import KeyfobCache
package import KeyfobCore
package import KeyfobFlows
package import KeyfobOAuth

/// The dependencies of a broker.
package struct BrokerEnvironment: Sendable {
    /// Sends the requests, including those of the web view.
    package var transport: any HTTPTransport
    /// The clock.
    package var clock: any WallClock
    /// The source of keys, nonces and verifiers.
    package var random: any RandomSource
    /// Shows pages to the user.
    package var screen: any BrokerScreen
    /// The broker's own sealed data.
    package var vault: BrokerVault
    /// Stores apps' tokens, so that the next silent call needs no request.
    package var store: any CredentialStore
    /// Serializes refreshes of one account and client.
    package var lock: any RefreshLock
    /// The users' certificates that the broker may present; nil if there are none.
    package var certificates: (any PersonalCertificates)?
    /// The system's browser, for certificates that the broker does not have; nil if there is none.
    package var systemBrowser: (any UserAgent)?
    /// Called with each request that was handled; nil to leave it out.
    package var handled: (@Sendable (HandledBrokerRequest) -> Void)?

    /// Makes an environment.
    package init(
        transport: any HTTPTransport, clock: any WallClock, random: any RandomSource, screen: any BrokerScreen,
        vault: BrokerVault, store: any CredentialStore, lock: any RefreshLock = InProcessRefreshLock(),
        certificates: (any PersonalCertificates)? = nil, systemBrowser: (any UserAgent)? = nil,
        handled: (@Sendable (HandledBrokerRequest) -> Void)? = nil
    ) {
        self.handled = handled
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
