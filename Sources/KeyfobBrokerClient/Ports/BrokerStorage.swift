package import KeyfobCore

/// The port to the values that an app stores outside of its keychain: user defaults. Calls return at once, as those do.
///
/// It contains two things: the request while the broker is in front, and the values of the Intune App SDK.
package protocol BrokerMemory: Sendable {
    /// The dictionary of strings under a key; nil if there is none.
    ///
    /// - Throws: `AuthError` with code `storeUnavailable`.
    func dictionary(_ key: String) throws(AuthError) -> [String: String]?

    /// Stores a dictionary durably, so that it is kept even if the app is killed right after; nil deletes it.
    ///
    /// - Throws: `AuthError` with code `storeUnavailable`.
    func keep(_ dictionary: [String: String]?, as key: String) throws(AuthError)

    /// The string under a key; nil if there is none.
    ///
    /// - Throws: `AuthError` with code `storeUnavailable`.
    func text(_ key: String) throws(AuthError) -> String?
}

/// The port to the secrets that an app shares with its broker: the key of its responses and the broker's tokens for the
/// app. ``KeychainBrokerSecrets`` stores them in a keychain.
package protocol BrokerSecrets: Sendable {
    /// Reads a secret; nil if there is none of that name.
    ///
    /// - Throws: `AuthError` with code `storeUnavailable` or `storeLocked`.
    func read(_ name: String) throws(AuthError) -> Secret<[UInt8]>?

    /// Writes a secret unless there is one of that name: another app of the suite may have written it meanwhile.
    ///
    /// - Throws: `AuthError` with code `storeUnavailable` or `storeLocked`.
    func add(_ value: Secret<[UInt8]>, as name: String) throws(AuthError)

    /// Writes a secret, replacing one of the same name.
    ///
    /// - Throws: `AuthError` with code `storeUnavailable` or `storeLocked`.
    func write(_ value: Secret<[UInt8]>, as name: String) throws(AuthError)
}

/// The port to named pasteboards (`UIPasteboard(name:create:)`), on which a broker that is installed later finds the
/// request that it was needed for.
package protocol BrokerPasteboard: Sendable {
    /// Puts a URL on a pasteboard, replacing its contents.
    func put(_ url: String, on name: String) async
}
