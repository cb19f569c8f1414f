public import KeyfobCore

/// Reading and changing a credential store, alone, all or nothing. It is valid only inside the closure that got it.
public protocol CredentialTransaction: CredentialReading {
    /// Writes an entity, in place of the one that has the same key.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` or `storeLocked`.
    func put(_ entity: CredentialEntity) throws(AuthError)

    /// Deletes the entity of that key, if there is one.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    func delete(_ key: CredentialKey) throws(AuthError)
}
