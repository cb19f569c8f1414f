import KeyfobCache
import KeyfobCore

extension PublicClientApplication {
    /// Deletes what ADAL's cache has of an account for this client, and keeps on record that the account was removed,
    /// since its family's token stays. Within the store's transaction, so that no refresh that is under way brings the
    /// account back.
    ///
    /// - Parameter isForgotten: whether the account exists no longer, and no record is to be kept.
    func removeLegacyItems(
        of account: Account, in transaction: any CredentialTransaction, isForgotten: Bool = false
    ) throws(AuthError) {
        guard let cache = environment.legacyCache else { return }
        let clientIDs = LegacyRules.clientIDs(configuration.clientID, family: "1")
        let items = try readableLegacyItems(LegacyTokenQuery(clientIDs: clientIDs))
        let theirs = LegacyRules.items(of: account, in: items)
        guard !theirs.isEmpty else { return }
        if !isForgotten, let identifier = LegacyRules.likelyIdentifier(of: account, in: theirs) {
            try recordRemoval(identifier, in: transaction)
        }
        let client = LegacyTokenQuery(clientIDs: [configuration.clientID])
        try cache.remove(
            theirs.filter(client.matches), by: configuration.appIdentifier, at: environment.clock.now)
        log(.info, "What ADAL's cache had of the account for this client was deleted.")
    }

    /// Deletes everything that ADAL's cache has of an account, for every client.
    func wipeLegacyItems(of account: Account) throws(AuthError) {
        guard let cache = environment.legacyCache else { return }
        let theirs = LegacyRules.items(of: account, in: try readableLegacyItems(LegacyTokenQuery()))
        guard !theirs.isEmpty else { return }
        try cache.remove(theirs, by: configuration.appIdentifier, at: environment.clock.now)
    }

    /// For an account that the store knows nothing of, there is nothing that signing out could change.
    private func recordRemoval(
        _ identifier: String, in transaction: any CredentialTransaction
    ) throws(AuthError) {
        let key = signInKey(identifier)
        let partition = try transaction.partition(homeAccountID: identifier)
        guard partition.map({ !key.isSignedOut(in: $0) }) ?? true else { return }
        try transaction.put(
            .signInState(
                SignInStateEntity(
                    homeAccountID: identifier, clientID: key.clientID, app: key.app, state: .signedOut)))
    }
}
