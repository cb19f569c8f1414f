package import KeyfobCore

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
