#if PostgreSQL
import Dispatch
import Foundation
import KeyfobBackport

/// A number of connections, each with a thread of its own: libpq blocks, and the threads of Swift's concurrency must not.
///
/// Threads start when there is work for them, and connect at their first work. They end with the pool.
package final class PostgreSQLPool: Sendable {
    /// The server.
    package let address: PostgreSQLAddress
    private let queue: WorkQueue
    private let size: Int
    private let setup: String
    private let patience: Duration

    /// Makes a pool; connects to nothing yet.
    ///
    /// - Parameters:
    ///   - address: the server.
    ///   - size: the largest number of connections.
    ///   - setup: statements for each new connection.
    ///   - patience: the longest time for which work waits for a connection.
    package init(
        _ address: PostgreSQLAddress, size: Int = 8, setup: String, patience: Duration = .seconds(20)
    ) {
        self.address = address
        self.size = max(1, size)
        self.setup = setup
        self.patience = patience
        queue = WorkQueue()
    }

    deinit { queue.close() }

    /// The connections and the work at the moment.
    package var use: PostgreSQLPoolUse { queue.use }

    /// Runs a body on a connection's thread.
    ///
    /// - Parameter body: gets the thread's connection, which it can discard.
    /// - Throws: the body's error; ``PostgreSQLError`` of kind `busy` if no connection was free in time.
    package func run<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLWorker) throws -> Value
    ) async throws -> Value {
        let deadline = ContinuousClock.now + patience
        return try await withCheckedThrowingContinuation { continuation in
            let work: WorkQueue.Work = { worker in
                continuation.resume(
                    with: Result {
                        guard .now < deadline else { throw PostgreSQLError(.busy) }
                        return try body(worker)
                    })
            }
            if queue.add(work, threads: size) { start() }
        }
    }

    private func start() {
        let (queue, address, setup) = (queue, address, setup)
        Thread.detachNewThread {
            let worker = PostgreSQLWorker(address, setup: setup)
            while let work = queue.next() { work(worker) }
        }
    }
}

/// The use of a pool at one moment.
package struct PostgreSQLPoolUse: Sendable, Hashable {
    /// The connections that do nothing.
    package let idle: Int
    /// The connections that work.
    package let busy: Int
    /// The pieces of work that wait for a connection.
    package let waiting: Int
}

/// The work that waits for a thread.
private final class WorkQueue: Sendable {
    typealias Work = @Sendable (PostgreSQLWorker) -> Void

    private struct State {
        var waiting: [Work] = []
        var threads = 0
        var idle = 0
    }

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)

    var use: PostgreSQLPoolUse {
        state.withLock { state in
            // Idle threads are about to take the work that waits.
            let idle = max(0, state.idle - state.waiting.count)
            return PostgreSQLPoolUse(
                idle: idle, busy: state.threads - idle, waiting: max(0, state.waiting.count - state.idle))
        }
    }

    /// Adds work; returns whether the caller has to start a thread for it.
    func add(_ work: @escaping Work, threads most: Int) -> Bool {
        let needsThread = state.withLock { state in
            state.waiting.append(work)
            guard state.waiting.count > state.idle, state.threads < most else { return false }
            state.threads += 1
            return true
        }
        signal.signal()
        return needsThread
    }

    /// Waits for work; nil when the pool has ended.
    func next() -> Work? {
        state.withLock { $0.idle += 1 }
        signal.wait()
        return state.withLock { state in
            state.idle -= 1
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
    }

    /// Ends every thread when it has done its work.
    func close() {
        for _ in 0..<state.withLock(\.threads) { signal.signal() }
    }
}

/// A thread's connection, which is made when it is needed, and made again when it was lost.
package final class PostgreSQLWorker {
    private let address: PostgreSQLAddress
    private let setup: String
    private var present: PostgreSQLConnection?

    init(_ address: PostgreSQLAddress, setup: String) {
        self.address = address
        self.setup = setup
    }

    /// The connection.
    ///
    /// - Throws: ``PostgreSQLError`` if there is none and none can be made.
    package func connection() throws(PostgreSQLError) -> PostgreSQLConnection {
        if let present, !present.isLost { return present }
        present = nil
        let new = try PostgreSQLConnection(address, setup: setup)
        present = new
        return new
    }

    /// Ends the connection; the next work makes a new one.
    func discard() { present = nil }
}
#endif
