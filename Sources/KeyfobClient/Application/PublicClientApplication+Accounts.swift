public import KeyfobCore

extension PublicClientApplication {
    /// The accounts that this app can get tokens for, ordered by name. No server is asked.
    ///
    /// An account that another app of the suite adds is in the next list. The tenant profiles carry no claims; those of
    /// ``account(for:)`` do. Accounts from ADAL's cache are included, without duplicates; one that was only stored by
    /// versions before 2.7 has an empty identifier until its first silent call.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func accounts() throws(AuthError) -> [Account] { try accountList.accounts() }

    /// The accounts that match a query, ordered by name. No server is asked.
    ///
    /// As in ``accounts()`` the tenant profiles carry no claims.
    ///
    /// - Returns: an empty list if no account matches.
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func accounts(_ query: AccountQuery) throws(AuthError) -> [Account] { try accountList.accounts(query) }

    /// The account with an identifier that the app has stored, with its claims.
    ///
    /// - Parameter identifier: ``KeyfobCore/Account/identifier``, in any letter case; the `homeAccountId` of ADAL 2.7 and
    ///   later is the same.
    /// - Returns: nil if the identifier is nil, unknown or stale, or if the account was removed in this app.
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func account(for identifier: String?) throws(AuthError) -> Account? {
        try accountList.account(for: identifier)
    }

    /// Removes an account in this app alone.
    ///
    /// The account leaves this app's list, and its next silent call throws `interactionRequired`. The client's
    /// credentials are deleted when no other app of the client is signed in; other clients, the family's tokens and the
    /// browser keep theirs. The account's items for this client in ADAL's cache are deleted too.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func removeAccount(_ account: Account) async throws(AuthError) {
        try await accountList.removeAccount(account)
    }

    /// Deletes everything that the shared store has for an account, for every client and every app.
    ///
    /// In each of them, background apps included, the user has to sign in again. The removal is logged. For an app's
    /// own sign-out, use ``removeAccount(_:)``.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func wipeAccount(_ account: Account) async throws(AuthError) {
        try await accountList.wipeAccount(account)
    }

    /// Deletes everything that the shared store has for any account, for every client and every app.
    ///
    /// In each of them, background apps included, every user has to sign in again. The removal is logged.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func wipeAllAccounts() async throws(AuthError) { try await accountList.wipeAllAccounts() }

    /// The accounts that this app can get tokens for, including those that only the broker has signed in.
    ///
    /// The broker lists accounts of this app's client, and on a shared device the account that is signed in. One that
    /// was removed in this app is in neither list.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`. An error of the broker is not thrown: it is
    ///   logged, and the list is the store's.
    public func accountsFromDevice(_ query: AccountQuery = AccountQuery()) async throws(AuthError) -> [Account] {
        try await deviceAccounts.accountsFromDevice(query)
    }

    /// The account of an app that has one at a time, as on a device that several users share, and whether it has
    /// changed since the app last asked. No server is asked.
    ///
    /// On a shared device a user signs in and out in all apps at once, and the single sign-on extension lists the user:
    /// an account that it does not list is not signed in, and one that was signed in by another app is. If the
    /// extension does not respond, the accounts are the store's.
    ///
    /// - Throws: `AuthError` with code `ambiguousAccount` if several accounts are signed in, `storeLocked` or
    ///   `storeUnavailable`. A store that cannot be written is not an error: the change is reported again next time.
    public func currentAccount() async throws(AuthError) -> CurrentAccount {
        try await deviceAccounts.currentAccount()
    }

    /// Signs an account out: first in the app, which cannot be prevented by a failure at the provider, and then, if
    /// requested, at the identity provider in the browser (OpenID Connect RP-Initiated Logout 1.0).
    ///
    /// Closing the sign-out page counts as success.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - parameters: the extent of the sign-out; by default, that of ``removeAccount(_:)``.
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable` if the account could not be removed; with
    ///   `fromBrowser` also `userAgentUnavailable`, `network`, `server`, `throttled`, `invalidResponse`, `configuration`
    ///   if the provider has no sign-out page, and `canceled`. The account is removed by then. With `revokesTokens` the
    ///   same codes if the provider did not revoke the tokens: then nothing is removed.
    public func signOut(
        _ account: Account, _ parameters: SignOutParameters = SignOutParameters()
    ) async throws(AuthError) {
        try await signOutFlow.signOut(account, parameters)
    }
}

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
