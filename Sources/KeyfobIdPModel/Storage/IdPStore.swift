/// The store for all of the provider's data: its nodes have no other state.
package protocol IdPStore: Sendable {
    /// Runs a body in one serialisable transaction, durable on return. A body that throws leaves nothing behind.
    ///
    /// The body may run more than once (a store that loses a race, or undoes another body in the same commit, rolls back
    /// and repeats it), so it must have no effect outside the transaction.
    ///
    /// - Throws: the body's error, or the store's.
    func transaction<R: Sendable>(_ body: @escaping @Sendable (any IdPTransaction) throws -> R) async throws -> R

    /// Runs a body that reads and writes few rows, each by its key, as ``transaction(_:)`` does. The store may run it on
    /// the thread of the caller, which saves two changes of threads.
    ///
    /// - Throws: the body's error, or the store's.
    func shortTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R
}

extension IdPStore {
    /// Runs a body as ``transaction(_:)`` does, where that changes no threads, or a store cannot avoid it.
    package func shortTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        try await transaction(body)
    }
}
