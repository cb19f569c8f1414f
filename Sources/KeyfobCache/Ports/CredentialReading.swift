package import KeyfobCore

/// Read access to a credential store. Synchronous: a reader sees every write that returned before the call, including
/// those of other processes.
package protocol CredentialReading {
    /// The entities of one account, in any letter case; nil if there are none.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` or `storeLocked`.
    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition?

    /// The accounts that have at least one entity, in no particular order.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    func homeAccountIDs() throws(AuthError) -> [String]

    /// Passes a summary of every account to `body`, one after the other, without unsealing anything.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError)

    /// The metadata of a client in an environment or an alias of it.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    func appMetadata(clientID: String, environment: String) throws(AuthError) -> AppMetadataEntity?
}

extension CredentialReading {
    /// The metadata of a client, from the partition that belongs to no account.
    package func appMetadata(clientID: String, environment: String) throws(AuthError) -> AppMetadataEntity? {
        try partition(homeAccountID: "")?.appMetadata.first {
            $0.clientID.isSameIdentifier(as: clientID) && Cloud.isSame($0.environment, environment)
        }
    }
}
