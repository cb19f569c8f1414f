public import KeyfobCore

extension PublicClientApplication {
    /// The account with a user name, which for accounts from ADAL is the `userId`.
    ///
    /// A user name may change, and may be given to another user. Store ``KeyfobCore/Account/identifier`` and use
    /// ``account(for:)``.
    ///
    /// - Parameter username: in any letter case.
    /// - Returns: nil if the name is nil, or no account has it.
    /// - Throws: `AuthError` with code `ambiguousAccount` if several accounts have the name, `storeLocked` or
    ///   `storeUnavailable`.
    public func account(username: String?) throws(AuthError) -> Account? {
        try accountList.account(username: username)
    }

    /// The account with an identifier that the app has stored or, if there is none, with a user name: for apps that
    /// come from ADAL and may have stored either.
    ///
    /// If there is an identifier, the name finds only an account whose identifier is not known yet; an account with
    /// another identifier is a different one.
    ///
    /// - Parameters:
    ///   - identifier: ``KeyfobCore/Account/identifier``, or ADAL's `homeAccountId`.
    ///   - username: the name, or ADAL's `userId`.
    /// - Throws: `AuthError` as ``account(for:)`` and ``account(username:)`` do.
    public func account(for identifier: String?, username: String?) throws(AuthError) -> Account? {
        try accountList.account(for: identifier, username: username)
    }
}
