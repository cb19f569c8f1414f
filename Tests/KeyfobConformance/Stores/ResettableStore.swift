import KeyfobBackport
package import KeyfobIdPModel

/// A store that a test may change, and that is as before for the next one.
package protocol ResettableStore: IdPStore {
    /// Makes the present content the one to which ``reset()`` returns. No transaction may run.
    func keep() async throws

    /// Returns to the content at the time of ``keep()``. No transaction may run.
    func reset() async throws
}

/// A store in memory that a test may change, and that is as before for the next one.
package final class MemoryTestStore: ResettableStore {
    private let state: Mutex<(kept: InMemoryIdPStore, current: InMemoryIdPStore)>

    /// Makes an empty store.
    package init() {
        let store = InMemoryIdPStore()
        state = Mutex((store, store))
    }

    package func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        try await state.withLock { $0.current }.transaction(body)
    }

    package func keep() async throws {
        state.withLock { $0.kept = InMemoryIdPStore(copying: $0.current) }
    }

    package func reset() async throws {
        state.withLock { $0.current = InMemoryIdPStore(copying: $0.kept) }
    }
}
