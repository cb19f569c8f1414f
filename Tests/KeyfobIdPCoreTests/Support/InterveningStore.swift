import KeyfobBackport
import KeyfobIdPModel

/// A store that runs an event between two transactions of one request.
final class InterveningStore: IdPStore {
    typealias Event = @Sendable (any IdPTransaction) throws -> Void

    private let inner = InMemoryIdPStore()
    private let next = Mutex<(transactionsBefore: Int, event: Event)?>(nil)

    func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        let result = try await inner.transaction(body)
        let due = next.withLock { next -> Event? in
            guard let waiting = next else { return nil }
            next = waiting.transactionsBefore > 1 ? (waiting.transactionsBefore - 1, waiting.event) : nil
            return next == nil ? waiting.event : nil
        }
        if let due { try await inner.transaction(due) }
        return result
    }

    /// Runs an event during a piece of work.
    ///
    /// - Parameter transactions: The number of transactions after which the event runs.
    /// - Returns: Whether the work took that many.
    func letHappen(after transactions: Int, _ event: @escaping Event, during work: () async throws -> Void)
        async rethrows -> Bool
    {
        next.withLock { $0 = (transactions, event) }
        try await work()
        return next.withLock { next in
            defer { next = nil }
            return next == nil
        }
    }
}
