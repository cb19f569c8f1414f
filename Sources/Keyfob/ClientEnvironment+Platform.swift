public import KeyfobClient
public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth
import KeyfobStoreSQLite
import KeyfobURLSession
import KeyfobUserAgents

extension ClientEnvironment {
    /// The platform's own environment, for an app that replaces a part of it.
    ///
    /// - Parameters:
    ///   - configuration: whose access group is opened, and whose transport time-out holds.
    ///   - processEnvironment: where `KEYFOB_HOME`, `HOME` and `BROWSER` are looked up.
    ///   - transport: sends the requests; `URLSession` if it is nil.
    ///   - userAgent: shows the sign-in pages; the system's browser with a loopback redirect if it is nil.
    ///   - clock: says what time it is.
    ///   - log: listens to the SDK's log.
    /// - Throws: `AuthError` with code `configuration`, `storeUnavailable` or `storeLocked`.
    public init(
        platformOf configuration: ClientConfiguration, processEnvironment: [String: String],
        transport: (any HTTPTransport)? = nil, userAgent: (any UserAgent)? = nil,
        clock: any WallClock = SystemClock(), log: ClientLog? = nil
    ) throws(AuthError) {
        let home = try KeyfobHome.resolve(environment: processEnvironment)
        let random = SystemRandomSource()
        let store = try SQLiteCredentialStore(
            group: configuration.accessGroup, home: home, clock: clock, random: random,
            keys: FileSealingKey(directory: home + "/keys", random: random))
        self.init(
            transport: transport ?? URLSessionTransport(timeoutSeconds: configuration.transportTimeout),
            clock: clock, random: random, store: store,
            refreshLock: try FileRefreshLock(directory: home + "/locks"),
            userAgent: userAgent ?? LoopbackUserAgent(browser: SystemBrowser(environment: processEnvironment)),
            pause: SystemPause(), log: log)
    }
}
