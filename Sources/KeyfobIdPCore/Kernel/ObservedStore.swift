import KeyfobBackport
import KeyfobCore
import KeyfobIdPModel

/// A store whose transactions an observer counts.
struct ObservedStore: IdPStore {
    /// How often a body has run.
    private final class Runs: Sendable {
        let count = Mutex(0)
    }

    let base: any IdPStore
    let observer: any ProviderObserver

    func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        let runs = Runs()
        let began = ContinuousClock.now
        do {
            let value = try await base.transaction(counted(body, runs))
            report(nil, runs, began)
            return value
        } catch {
            report(error, runs, began)
            throw error
        }
    }

    func shortTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        let runs = Runs()
        let began = ContinuousClock.now
        do {
            let value = try await base.shortTransaction(counted(body, runs))
            report(nil, runs, began)
            return value
        } catch {
            report(error, runs, began)
            throw error
        }
    }

    private func counted<R>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R, _ runs: Runs
    ) -> @Sendable (any IdPTransaction) throws -> R {
        { transaction in
            runs.count.withLock { $0 += 1 }
            return try body(transaction)
        }
    }

    private func report(_ error: (any Error)?, _ runs: Runs, _ began: ContinuousClock.Instant) {
        // A store reports its own errors as AuthError; a body throws what it refuses.
        let result: TransactionResult = error == nil ? .committed : error is AuthError ? .failed : .refused
        observer.observe(
            .transaction(result, runs: runs.count.withLock { $0 }, duration: began.duration(to: .now)))
    }
}
