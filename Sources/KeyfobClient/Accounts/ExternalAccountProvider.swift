public import KeyfobCore

/// The port to another place that knows accounts: a company's directory of this device's users, an older app's list.
///
/// Its accounts are listed beside the store's, nobody twice. What it fails with is logged and ignored: nobody must be
/// missing from the list, or unable to sign in or out, because another place does not answer.
public protocol ExternalAccountProvider: Sendable {
    /// The accounts that it knows, as a query means them.
    ///
    /// - Throws: any error; it is logged and ignored.
    func accounts(_ query: AccountQuery) throws -> [Account]

    /// An account has signed in, or got a token by its person.
    ///
    /// - Parameters:
    ///   - account: who it is.
    ///   - idTokenClaims: what the id token says of the user; empty if none came.
    /// - Throws: any error; it is logged and ignored.
    func didSignIn(_ account: Account, idTokenClaims: [String: JSONValue]) throws

    /// An account was removed.
    ///
    /// - Parameters:
    ///   - account: who it was.
    ///   - isWiped: whether for every client and app, or in this app alone.
    /// - Throws: any error; it is logged and ignored.
    func didRemove(_ account: Account, isWiped: Bool) throws
}
