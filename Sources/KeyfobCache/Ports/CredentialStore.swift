package import KeyfobCore

/// A store for credentials, shared by the processes and tasks that open it.
///
/// Every implementation passes the checks of `KeyfobConformance.CredentialStoreConformance`.
package protocol CredentialStore: CredentialReading, Sendable {
    /// Runs a transaction; its writes are durable when the call returns, and are rolled back if it throws.
    ///
    /// - Parameter body: reads and writes; must be short, since every other writer waits meanwhile.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`, or ``AuthError`` with code `storeUnavailable` or `storeLocked`.
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R

    /// Reserves room for a write to come, so that what a server has replaced can be stored. Release it before the write.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if a write would fail now.
    func reserveRoom() throws(AuthError) -> ReservedRoom
}

extension CredentialStore {
    /// Reserves nothing: for a store that has no disk of its own.
    package func reserveRoom() throws(AuthError) -> ReservedRoom { ReservedRoom() }
}

/// An isolated, atomic transaction on a credential store. Valid only inside the closure to which it is passed.
package protocol CredentialTransaction: CredentialReading {
    /// Writes an entity, and replaces the one with the same key.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` or `storeLocked`.
    func put(_ entity: CredentialEntity) throws(AuthError)

    /// Deletes the entity with that key, if there is one.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    func delete(_ key: CredentialKey) throws(AuthError)
}

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
