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
}
