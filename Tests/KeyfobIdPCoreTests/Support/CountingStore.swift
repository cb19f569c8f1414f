import KeyfobBackport
import KeyfobIdPModel
import KeyfobOAuth

/// A store that counts its transactions, and records the errors with which they ended.
final class CountingStore: IdPStore {
    private let inner = InMemoryIdPStore()
    private let transactions = Mutex(0)
    private let refusals = Mutex<[Int]>([])

    /// The numbers of the errors with which transactions ended.
    var refusedInside: [Int] { refusals.withLock { $0 } }

    func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        transactions.withLock { $0 += 1 }
        do {
            return try await inner.transaction(body)
        } catch let error as OAuthError {
            refusals.withLock { $0.append(error.number) }
            throw error
        }
    }

    /// Returns the number of transactions that a piece of work takes.
    func count(_ work: () async throws -> Void) async rethrows -> Int {
        let before = transactions.withLock { $0 }
        try await work()
        return transactions.withLock { $0 } - before
    }
}
