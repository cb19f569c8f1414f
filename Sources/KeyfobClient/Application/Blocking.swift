import Dispatch
import KeyfobBackport

/// Runs asynchronous work for a synchronous call, such as `remove` of MSAL and of ADAL's caches.
///
/// The work runs on dedicated threads, so that it also ends if the caller blocks the last thread of Swift's pool.
package enum Blocking {
    private final class Threads: TaskExecutor {
        private let queue = DispatchQueue(label: "org.keyfob.blocking", attributes: .concurrent)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private static let threads = Threads()

    /// Blocks the calling thread until the work has ended.
    ///
    /// - Throws: the error that the work throws.
    package static func wait<Failure: Error>(
        for work: @escaping @Sendable () async throws(Failure) -> Void
    ) throws(Failure) {
        let failure = Mutex<Failure?>(nil)
        let done = DispatchSemaphore(value: 0)
        let fail: @Sendable (Failure) -> Void = { error in failure.withLock { $0 = error } }
        Task(executorPreference: threads) {
            do throws(Failure) {
                try await work()
            } catch {
                fail(error)
            }
            done.signal()
        }
        done.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
