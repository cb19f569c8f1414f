import Foundation
import KeyfobBackport
package import KeyfobCore

/// A program in a process group of its own, started with three descriptors and no others.
package final class SpawnedProcess: Sendable {
    private struct State {
        var status: Int32?
        var waiters: [CheckedContinuation<Int32, Never>] = []
        var threads: [DispatchSemaphore] = []
    }

    /// The process id.
    package let identifier: Int32
    private let state = Mutex(State())

    /// Starts a program.
    ///
    /// - Parameter descriptors: Its standard input, output and error.
    package init(
        _ executable: String, _ arguments: [String], environment: [String: String],
        descriptors: (input: Int32, output: Int32, errors: Int32)
    ) throws(ProcessStart.StartError) {
        var start = ProcessStart(
            executable, arguments: [executable] + arguments, environment: environment.map { "\($0.key)=\($0.value)" })
        start.descriptors = [
            (STDIN_FILENO, .copy(of: descriptors.input)), (STDOUT_FILENO, .copy(of: descriptors.output)),
            (STDERR_FILENO, .copy(of: descriptors.errors)),
        ]
        start.closesOtherDescriptors = true
        start.group = .own
        identifier = try start.spawn()
        Thread.detachNewThread { self.await() }
    }

    /// Sends it a signal, if it has not ended: its process id is not reused before its status was collected.
    package func signal(_ number: Int32) {
        state.withLock { state in
            if state.status == nil { kill(identifier, number) }
        }
    }

    /// Its exit status, as ``status()`` returns it; nil while it runs.
    package var endedStatus: Int32? { state.withLock { $0.status } }

    /// Waits for its end and returns its status, or 128 and the signal's number.
    package func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status = state.withLock { state -> Int32? in
                if state.status == nil { state.waiters.append(continuation) }
                return state.status
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    /// Waits for its end, blocking the thread, and returns its status.
    package func waitForEnd() -> Int32 {
        let semaphore = DispatchSemaphore(value: 0)
        let status = state.withLock { state -> Int32? in
            if state.status == nil { state.threads.append(semaphore) }
            return state.status
        }
        if let status { return status }
        semaphore.wait()
        return state.withLock { $0.status ?? 0 }
    }

    private func await() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        let (status, waiters) = state.withLock { state in
            var raw: Int32 = 0
            while waitpid(identifier, &raw, 0) < 0, errno == EINTR {}
            let status = ProcessStart.exitStatus(raw)
            state.status = status
            for thread in state.threads { thread.signal() }
            defer { (state.waiters, state.threads) = ([], []) }
            return (status, state.waiters)
        }
        for waiter in waiters { waiter.resume(returning: status) }
    }
}
