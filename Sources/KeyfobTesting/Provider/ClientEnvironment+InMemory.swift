import KeyfobCache
public import KeyfobClient
public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth

extension ClientEnvironment {
    /// Makes an environment without files: for tests, in which ``InMemoryProvider`` takes the place of the network and
    /// ``ScriptedUserAgent`` that of the user.
    ///
    /// Two applications with copies of one environment are two apps of one suite: they share its store.
    ///
    /// - Parameters:
    ///   - transport: Reaches the identity provider.
    ///   - clock: The current time.
    ///   - random: The source of randomness.
    ///   - userAgent: Shows the sign-in pages; nil if there is no browser, so that `acquireToken` fails.
    ///   - pause: Waits between two polls of the device-code flow; by default it does not wait.
    ///   - log: Receives log messages; nil logs nothing.
    public init(
        inMemory transport: any HTTPTransport, clock: any WallClock, random: any RandomSource = SystemRandomSource(),
        userAgent: (any UserAgent)? = nil, pause: any Pause = ImmediatePause(), log: ClientLog? = nil
    ) {
        self.init(
            transport: transport, clock: clock, random: random, store: InMemoryCredentialStore(),
            refreshLock: InProcessRefreshLock(), userAgent: userAgent, pause: pause, log: log)
    }
}
