import Dispatch
import KeyfobBackport

/// Runs asynchronous work for a synchronous call, such as `remove` of MSAL and of ADAL's caches.
///
/// The work runs on dedicated threads, so that it also ends if the caller blocks the last thread of Swift's pool. Before
/// iOS 18 and macOS 15, which have no such executors, it runs on the pool.
package enum Blocking {
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    private final class Threads: TaskExecutor {
        private let queue = DispatchQueue(label: "org.keyfob.blocking", attributes: .concurrent)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
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
        let run: @Sendable () async -> Void = {
            do throws(Failure) {
                try await work()
            } catch {
                fail(error)
            }
            done.signal()
        }
        if #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) {
            Task(executorPreference: threads, operation: run)
        } else {
            Task.detached(operation: run)
        }
        done.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
