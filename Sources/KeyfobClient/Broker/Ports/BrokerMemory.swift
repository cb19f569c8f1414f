public import KeyfobCore

/// The port to what an app remembers outside of its keychain: user defaults. Calls return at once, as those do.
///
/// Two things are kept in it: the request while the broker is in front, and what the Intune App SDK writes there.
public protocol BrokerMemory: Sendable {
    /// A dictionary of texts; nil if there is none under that key.
    ///
    /// - Throws: `AuthError` with code `storeUnavailable`.
    func dictionary(_ key: String) throws(AuthError) -> [String: String]?

    /// Keeps a dictionary, so that the app finds it even if it is killed right after; nil deletes it.
    ///
    /// - Throws: `AuthError` with code `storeUnavailable`.
    func keep(_ dictionary: [String: String]?, as key: String) throws(AuthError)

    /// A text; nil if there is none under that key.
    ///
    /// - Throws: `AuthError` with code `storeUnavailable`.
    func text(_ key: String) throws(AuthError) -> String?
}
