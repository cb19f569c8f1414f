import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE

/// The app's further sources of accounts.
struct ExternalAccounts: ClientPart {
    let context: ClientContext
    let clientStore: ClientStore

    /// Adds the accounts of external providers to a list.
    func adding(to listed: [Account], _ query: AccountQuery) throws(AuthError) -> [Account] {
        guard !environment.externalAccounts.isEmpty else { return listed }
        let hidden = Set(try clientStore.hiddenAccounts.map { $0.homeAccountID.lowercased() })
        var accounts = listed
        for provider in environment.externalAccounts {
            for account in heard({ try provider.accounts(query) }) ?? [] where query.matches(account) {
                let isKnown = accounts.contains { $0.isSameAccount(as: account) }
                if !isKnown, !hidden.contains(account.identifier.lowercased()) { accounts.append(account) }
            }
        }
        return accounts
    }

    /// Notifies external providers that a user has signed in.
    func didSignIn(_ account: Account, _ acquisition: Acquisition) {
        for provider in environment.externalAccounts {
            heard { try provider.didSignIn(account, idTokenClaims: acquisition.flow.idToken?.claims ?? [:]) }
        }
    }

    /// Notifies external providers that an account was removed.
    func didRemove(_ account: Account, isWiped: Bool) {
        for provider in environment.externalAccounts {
            heard { try provider.didRemove(account, isWiped: isWiped) }
        }
    }

    @discardableResult
    private func heard<R>(_ call: () throws -> R) -> R? {
        do {
            return try call()
        } catch {
            log(.warning, "An external account provider failed: \(euii: String(describing: error))")
            return nil
        }
    }
}
