public import Foundation
public import KeyfobClient
public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth

extension PublicClientApplication {
    /// Makes an application on the platform's own store, transport and browser.
    ///
    /// Credentials are kept in the system's keychain where there is one, and else under `KEYFOB_HOME` or in the
    /// platform's data directory; people sign in with the
    /// system's browser, or the one that `BROWSER` names, and the answer comes back to a loopback port.
    ///
    /// ```swift
    /// let application = try PublicClientApplication(
    ///     configuration: ClientConfiguration(clientID: "aaaaaaaa-0000-4000-8000-000000000001"))
    /// ```
    ///
    /// - Parameters:
    ///   - configuration: who the app is.
    ///   - processEnvironment: where `KEYFOB_HOME`, `HOME`, `BROWSER`, `KEYFOB_KEY_PLACE` and the session bus are
    ///     looked up.
    ///   - transport: sends the requests; `URLSession` if it is nil.
    ///   - userAgent: shows the sign-in pages; the system's browser if it is nil.
    ///   - keyPlace: where the key of a store that has to be made is kept; if it is nil, what `KEYFOB_KEY_PLACE` says,
    ///     else the keyring if one runs and is unlocked, and else a file. A store that is there says itself where its
    ///     key is.
    ///   - credentialPlace: where credentials are kept; the system's keychain if it is nil and there is one, and else a
    ///     database.
    ///   - clock: says what time it is.
    ///   - log: listens to the SDK's log.
    /// - Throws: `AuthError` with code `configuration` if there is no place to keep anything, `storeUnavailable` if the
    ///   store cannot be made or opened, `storeLocked` if its key is out of reach.
    public convenience init(
        configuration: ClientConfiguration,
        processEnvironment: [String: String] = ProcessInfo.processInfo.environment,
        transport: (any HTTPTransport)? = nil, userAgent: (any UserAgent)? = nil, keyPlace: SealingKeyPlace? = nil,
        credentialPlace: CredentialPlace? = nil, clock: any WallClock = SystemClock(), log: ClientLog? = nil
    ) throws(AuthError) {
        let environment = try ClientEnvironment(
            platformOf: configuration, processEnvironment: processEnvironment, transport: transport,
            userAgent: userAgent, keyPlace: keyPlace, credentialPlace: credentialPlace, clock: clock, log: log)
        self.init(configuration: configuration, environment: environment)
    }
}
