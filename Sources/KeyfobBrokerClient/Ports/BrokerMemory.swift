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
