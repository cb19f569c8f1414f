import KeyfobCache
import KeyfobCore

extension ADALMigration {
    /// Deletes an account's items for this client from ADAL's cache, and records that the account was removed, since
    /// its family's token is kept. Runs within the store's transaction, so that no refresh that is under way brings the
    /// account back.
    ///
    /// - Parameter isForgotten: whether the account no longer exists, so that no record is made.
    func removeADALItems(
        of account: Account, in transaction: any CredentialTransaction, isForgotten: Bool = false
    ) throws(AuthError) {
        guard let cache = environment.adalCache else { return }
        let clientIDs = ADALCacheRules.clientIDs(configuration.clientID, family: "1")
        let items = try readableADALItems(ADALCacheQuery(clientIDs: clientIDs))
        let theirs = ADALCacheRules.items(of: account, in: items)
        guard !theirs.isEmpty else { return }
        if !isForgotten, let identifier = ADALCacheRules.likelyIdentifier(of: account, in: theirs) {
            try recordRemoval(identifier, in: transaction)
        }
        let client = ADALCacheQuery(clientIDs: [configuration.clientID])
        try cache.remove(
            theirs.filter(client.matches), by: configuration.appIdentifier, at: environment.clock.now)
        log(.info, "The account's items for this client in ADAL's cache were deleted.")
    }

    /// Deletes all items of an account from ADAL's cache, for every client.
    func wipeADALItems(of account: Account) throws(AuthError) {
        guard let cache = environment.adalCache else { return }
        let theirs = ADALCacheRules.items(of: account, in: try readableADALItems(ADALCacheQuery()))
        guard !theirs.isEmpty else { return }
        try cache.remove(theirs, by: configuration.appIdentifier, at: environment.clock.now)
    }

    /// Records the removal. For an account that is not in the store there is no state to change.
    private func recordRemoval(
        _ identifier: String, in transaction: any CredentialTransaction
    ) throws(AuthError) {
        let key = clientStore.signInKey(identifier)
        let partition = try transaction.partition(homeAccountID: identifier)
        guard partition.map({ !key.isSignedOut(in: $0) }) ?? true else { return }
        try transaction.put(
            .signInState(
                SignInStateEntity(
                    homeAccountID: identifier, clientID: key.clientID, app: key.app, state: .signedOut)))
    }
}
