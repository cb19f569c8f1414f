package import KeyfobCore

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
