public import Foundation
public import KeyfobClient
public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth

extension PublicClientApplication {
    /// Makes an application on the platform's own store, transport and browser.
    ///
    /// Credentials are kept under `KEYFOB_HOME`, or else in the platform's data directory; people sign in with the
    /// system's browser, or the one that `BROWSER` names, and the answer comes back to a loopback port.
    ///
    /// ```swift
    /// let application = try PublicClientApplication(
    ///     configuration: ClientConfiguration(clientID: "aaaaaaaa-0000-4000-8000-000000000001"))
    /// ```
    ///
    /// - Parameters:
    ///   - configuration: who the app is.
    ///   - processEnvironment: where `KEYFOB_HOME`, `HOME` and `BROWSER` are looked up.
    ///   - transport: sends the requests; `URLSession` if it is nil.
    ///   - userAgent: shows the sign-in pages; the system's browser if it is nil.
    ///   - clock: says what time it is.
    ///   - log: listens to the SDK's log.
    /// - Throws: `AuthError` with code `configuration` if there is no place to keep anything, `storeUnavailable` if the
    ///   store cannot be made or opened, `storeLocked` if its key is out of reach.
    public convenience init(
        configuration: ClientConfiguration,
        processEnvironment: [String: String] = ProcessInfo.processInfo.environment,
        transport: (any HTTPTransport)? = nil, userAgent: (any UserAgent)? = nil,
        clock: any WallClock = SystemClock(), log: ClientLog? = nil
    ) throws(AuthError) {
        let environment = try ClientEnvironment(
            platformOf: configuration, processEnvironment: processEnvironment, transport: transport,
            userAgent: userAgent, clock: clock, log: log)
        self.init(configuration: configuration, environment: environment)
    }
}
