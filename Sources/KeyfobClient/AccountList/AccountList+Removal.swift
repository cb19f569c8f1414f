import KeyfobCache
import KeyfobCore

extension AccountList {
    /// Removes an account in this app alone.
    func removeAccount(_ account: Account) async throws(AuthError) {
        let account = try migration.movedOver(account)
        let key = clientStore.signInKey(account.identifier)
        try await environment.store.write { transaction throws(AuthError) in
            if account.knownIdentifier != nil {
                try CredentialRules.signOut(
                    homeAccountID: key.homeAccountID, clientID: key.clientID, app: key.app, in: transaction)
            }
            try self.migration.removeADALItems(of: account, in: transaction)
        }
        external.didRemove(account, isWiped: false)
        log(.info, "An account was removed in this app.")
    }

    /// Deletes everything that the shared store has for an account, for every client and every app.
    func wipeAccount(_ account: Account) async throws(AuthError) {
        let account = try migration.movedOver(account)
        let identifier = account.identifier
        try await environment.store.write { transaction throws(AuthError) in
            try CredentialRules.wipe(homeAccountID: identifier, in: transaction)
            try self.migration.wipeADALItems(of: account)
        }
        external.didRemove(account, isWiped: true)
        log(
            .warning,
            """
            An account was wiped for every client and app of the access group \(configuration.accessGroup): in each \
            of them the user has to sign in again.
            """)
    }

    /// Deletes everything that the shared store has for any account, for every client and every app.
    func wipeAllAccounts() async throws(AuthError) {
        let known = try accounts(AccountQuery(onlySignedIn: false))
        try await environment.store.write { transaction throws(AuthError) in
            try CredentialRules.wipeAll(in: transaction)
            for account in known { try self.migration.wipeADALItems(of: account) }
        }
        for account in known { external.didRemove(account, isWiped: true) }
        log(
            .warning,
            """
            Every account was wiped for every client and app of the access group \(configuration.accessGroup): in each \
            of them every user has to sign in again.
            """)
    }
}
