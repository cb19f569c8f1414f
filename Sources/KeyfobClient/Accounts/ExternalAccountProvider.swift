public import KeyfobCore

/// The port to another source of accounts: a company's directory of this device's users, an older app's list.
///
/// Its accounts are added to the store's, without duplicates. Its errors are logged and ignored: a source that fails
/// must not remove an account from the list, or keep a user from signing in or out.
public protocol ExternalAccountProvider: Sendable {
    /// Returns the accounts that match a query.
    ///
    /// - Throws: any error; it is logged and ignored.
    func accounts(_ query: AccountQuery) throws -> [Account]

    /// Called when an account has signed in, or its user has got a token interactively.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - idTokenClaims: the claims of the id token; empty if none came.
    /// - Throws: any error; it is logged and ignored.
    func didSignIn(_ account: Account, idTokenClaims: [String: JSONValue]) throws

    /// Called when an account was removed.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - isWiped: true if it was removed for every client and app, false if in this app alone.
    /// - Throws: any error; it is logged and ignored.
    func didRemove(_ account: Account, isWiped: Bool) throws
}
