public import Foundation
public import KeyfobClient
public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth

extension PublicClientApplication {
    /// Makes an application with the platform's own store, transport and browser.
    ///
    /// Credentials are stored in the system's keychain where there is one, and else under `KEYFOB_HOME` or in the
    /// platform's data directory. Users sign in with the system's browser, or the one that `BROWSER` names, and the
    /// response is sent to a loopback port; on iOS and visionOS, and on macOS with a redirect URI of the app's own
    /// scheme, in the system's sign-in sheet (`ASWebAuthenticationSession`).
    ///
    /// ```swift
    /// let application = try PublicClientApplication(
    ///     configuration: ClientConfiguration(clientID: "aaaaaaaa-0000-4000-8000-000000000001"))
    /// ```
    ///
    /// - Parameters:
    ///   - configuration: the app's registration and settings.
    ///   - processEnvironment: the variables, of which `KEYFOB_HOME`, `HOME`, `BROWSER`, `KEYFOB_KEY_PLACE` and those
    ///     of the session bus are read.
    ///   - transport: sends the requests; `URLSession` if it is nil.
    ///   - userAgent: shows the sign-in pages; the platform's, as above, if it is nil.
    ///   - keyPlace: where the key of a new store is stored; if nil, the value of `KEYFOB_KEY_PLACE`, else the keyring
    ///     if one runs and is unlocked, and else a file. An existing store has a record of where its key is.
    ///   - credentialPlace: where credentials are stored; if nil, the system's keychain if there is one, and else a
    ///     database.
    ///   - clock: returns the current time.
    ///   - log: receives the SDK's log.
    /// - Throws: `AuthError` with code `configuration` if there is no directory for the store, `storeUnavailable` if
    ///   the store cannot be created or opened, `storeLocked` if its key is not accessible.
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
