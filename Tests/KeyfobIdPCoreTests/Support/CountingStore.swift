import KeyfobIdPCore
import Synchronization

/// A store that counts how often it is asked.
final class CountingStore: IdPStore {
    private let inner = InMemoryIdPStore()
    private let transactions = Mutex(0)

    func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        transactions.withLock { $0 += 1 }
        return try await inner.transaction(body)
    }

    /// How many transactions a piece of work takes.
    func count(_ work: () async throws -> Void) async rethrows -> Int {
        let before = transactions.withLock { $0 }
        try await work()
        return transactions.withLock { $0 } - before
    }
}
