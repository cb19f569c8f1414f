#if Server
import NIOCore

/// Runs the tasks of a connection on the thread that reads and writes its bytes.
///
/// Otherwise every request would change threads twice, which costs a refresh grant about as much as its signatures.
/// Nothing that waits or computes for long may run here, since other connections share the thread: the handler runs
/// such work elsewhere.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class ConnectionExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
#endif
