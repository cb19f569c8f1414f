import KeyfobCache
import KeyfobCore

extension DeviceAccounts {
    /// The account of an app that has one at a time, as on a device that several users share, and whether it has
    /// changed since the app last asked.
    func currentAccount() async throws(AuthError) -> CurrentAccount {
        let accounts = try await signedInAccounts()
        guard accounts.count <= 1 else {
            throw AuthError(
                .ambiguousAccount, origin: .app,
                message: "\(accounts.count) accounts are signed in where the app asks for its only one.",
                remedy: "List them with accounts(), or remove all but one.")
        }
        let current = try accounts.first.map { listed throws(AuthError) in
            try accountList.account(for: listed.knownIdentifier) ?? listed
        }
        let noted = try CredentialRules.currentAccount(
            clientID: configuration.clientID, app: configuration.appIdentifier, in: environment.store)
        let isSame = noted?.identifier.lowercased() == current?.identifier.lowercased()
        if !isSame { await noteCurrentAccount(current) }
        return CurrentAccount(current: current, previous: isSame ? nil : noted)
    }

    /// The accounts of the store or, on a shared device, of its broker.
    private func signedInAccounts() async throws(AuthError) -> [Account] {
        let local = try accountList.accounts()
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
