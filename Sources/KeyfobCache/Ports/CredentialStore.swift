public import KeyfobCore

/// A place that keeps credentials, shared by the processes and tasks that open it.
///
/// Every adapter passes the checks of `KeyfobConformance.CredentialStoreConformance`.
public protocol CredentialStore: CredentialReading, Sendable {
    /// Runs a transaction; what it wrote is durable when the call returns, and nothing of it stays if it throws.
    ///
    /// - Parameter body: reads and writes; short, since it runs while every other writer waits.
    /// - Returns: what `body` returned.
    /// - Throws: what `body` threw, or ``AuthError`` with code `storeUnavailable` or `storeLocked`.
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R
}
