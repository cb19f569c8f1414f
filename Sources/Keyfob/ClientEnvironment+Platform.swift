import KeyfobCache
public import KeyfobClient
public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth
import KeyfobStoreSQLite
import KeyfobStoreSecretService
import KeyfobURLSession
import KeyfobUserAgents

extension ClientEnvironment {
    /// The platform's own environment, for an app that replaces a part of it.
    ///
    /// - Parameters:
    ///   - configuration: whose access group is opened, and whose transport time-out holds.
    ///   - processEnvironment: where `KEYFOB_HOME`, `HOME`, `BROWSER`, `KEYFOB_KEY_PLACE` and the session bus are
    ///     looked up.
    ///   - transport: sends the requests; `URLSession` if it is nil, with the configuration's retries.
    ///   - userAgent: shows the sign-in pages; the system's browser with a loopback redirect if it is nil.
    ///   - keyPlace: where the key of a store that has to be made is kept; if it is nil, what `KEYFOB_KEY_PLACE` says,
    ///     else the keyring if one runs and is unlocked, and else a file. A store that is there says itself where its
    ///     key is.
    ///   - clock: says what time it is.
    ///   - log: listens to the SDK's log.
    /// - Throws: `AuthError` with code `configuration`, `storeUnavailable` or `storeLocked`.
    public init(
        platformOf configuration: ClientConfiguration, processEnvironment: [String: String],
        transport: (any HTTPTransport)? = nil, userAgent: (any UserAgent)? = nil, keyPlace: SealingKeyPlace? = nil,
        clock: any WallClock = SystemClock(), log: ClientLog? = nil
    ) throws(AuthError) {
        let home = try KeyfobHome.resolve(environment: processEnvironment)
        let random = SystemRandomSource()
        let places = SealingKeyPlaces(
            choice: try .chosen(keyPlace, environment: processEnvironment),
            file: FileSealingKey(directory: home + "/keys", random: random),
            keyring: SecretServiceSealingKey(environment: processEnvironment, random: random),
            runningKeyring: SecretServiceSealingKey(
                environment: processEnvironment, startsKeyring: false, random: random))
        let store = try SQLiteCredentialStore(
            group: configuration.accessGroup, home: home, clock: clock, random: random, places: places)
        self.init(
            transport: transport
                ?? RetryingTransport(
                    URLSessionTransport(timeoutSeconds: configuration.transportTimeout), pause: SystemPause(),
                    retryCount: configuration.retryCount, interval: configuration.retryInterval),
            clock: clock, random: random, store: store,
            refreshLock: try FileRefreshLock(directory: home + "/locks"),
            userAgent: userAgent ?? LoopbackUserAgent(browser: SystemBrowser(environment: processEnvironment)),
            pause: SystemPause(), log: log)
    }
}
