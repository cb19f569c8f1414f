/// Signing keys.
package protocol SigningKeyStorage {
    /// Every key, in the order of insertion.
    func signingKeys() throws -> [StoredSigningKey]
    /// Adds or replaces a key by its id. Raises the directory's version.
    func put(_ key: StoredSigningKey) throws
    /// Removes a key. Raises the directory's version.
    func removeSigningKey(keyID: String) throws
}
