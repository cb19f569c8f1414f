import Dispatch
import KeyfobCore
import Synchronization

/// Runs asynchronous work for a synchronous call, as MSAL's `remove` is one.
///
/// The work runs on threads of its own, so that it also ends when the caller blocks the last thread of Swift's pool.
enum Blocking {
    private final class Threads: TaskExecutor {
        private let queue = DispatchQueue(label: "org.keyfob.msal.blocking", attributes: .concurrent)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private static let threads = Threads()

    static func wait<R: Sendable>(
        for work: @escaping @Sendable () async throws(AuthError) -> R
    ) throws(AuthError) -> R {
        let outcome = Mutex<Result<R, AuthError>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let keep: @Sendable (Result<R, AuthError>) -> Void = { result in outcome.withLock { $0 = result } }
        Task(executorPreference: threads) {
            do throws(AuthError) {
                keep(.success(try await work()))
            } catch {
                keep(.failure(error))
            }
            done.signal()
        }
        done.wait()
        guard let outcome = outcome.withLock({ $0 }) else {
            throw AuthError(.canceled, origin: .app, message: "The call ended without an outcome.")
        }
        return try outcome.get()
    }
}
