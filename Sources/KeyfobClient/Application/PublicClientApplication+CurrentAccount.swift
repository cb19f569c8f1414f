import KeyfobCache
public import KeyfobCore

extension PublicClientApplication {
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
        let accounts = try await signedInAccounts()
        guard accounts.count <= 1 else {
            throw AuthError(
                .ambiguousAccount, origin: .app,
                message: "\(accounts.count) accounts are signed in where the app asks for its only one.",
                remedy: "List them with accounts(), or remove all but one.")
        }
        let current = try accounts.first.map { listed throws(AuthError) in
            try account(for: listed.knownIdentifier) ?? listed
        }
        let noted = try CredentialRules.currentAccount(
            clientID: configuration.clientID, app: configuration.appIdentifier, in: environment.store)
        let isSame = noted?.identifier.lowercased() == current?.identifier.lowercased()
        if !isSame { await noteCurrentAccount(current) }
        return CurrentAccount(current: current, previous: isSame ? nil : noted)
    }

    /// The accounts of the store or, on a shared device, of its broker.
    private func signedInAccounts() async throws(AuthError) -> [Account] {
        let local = try accounts()
        guard let listed = await brokerAccounts(onlySignedIn: true), listed.isSharedDevice else { return local }
        let here = local.filter { account in listed.accounts.contains { $0.isSameAccount(as: account) } }
        return here + (try unknown(listed.accounts, besides: local))
    }

    private func noteCurrentAccount(_ account: Account?) async {
        let clientID = configuration.clientID
        let app = configuration.appIdentifier
        do throws(AuthError) {
            try await environment.store.write { transaction throws(AuthError) in
                try CredentialRules.noteCurrentAccount(account, clientID: clientID, app: app, in: transaction)
            }
        } catch {
            log(.info, "The current account could not be recorded: \(euii: error.message)")
        }
    }
}
