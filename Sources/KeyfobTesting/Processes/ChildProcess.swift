import Foundation
import KeyfobBackport

/// A process that a test or a demonstration starts: its input and output lines, and its end.
package final class ChildProcess: Sendable {
    /// The exit status of a process, and its output.
    package struct Outcome: Sendable {
        /// The exit code; 128 and the signal's number if a signal ended it.
        package let status: Int32
        /// Standard output.
        package let output: String
        /// Standard error.
        package let errors: String
    }

    fileprivate struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var lines: [String] = []
        var pending: [UInt8] = []
        var outputEnded = false
        var errorsEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let process: SpawnedProcess
    private let input: FileHandle
    private let state = Mutex(State())

    /// Starts an executable.
    ///
    /// - Parameters:
    /// - executable: Its path.
    /// - arguments: The arguments without the program's name.
    /// - environment: The whole environment.
    /// - Throws: An error with the reason why it cannot be started.
    package init(_ executable: String, _ arguments: [String], environment: [String: String]) throws {
        let input = Pipe()
        let output = Pipe()
        let errors = Pipe()
        process = try SpawnedProcess(
            executable, arguments, environment: TestLogs.environment(environment),
            descriptors: (
                input.fileHandleForReading.fileDescriptor, output.fileHandleForWriting.fileDescriptor,
                errors.fileHandleForWriting.fileDescriptor
            ))
        self.input = input.fileHandleForWriting
        // This process's copies of the child's ends: while they are open, the end of its output would not be seen.
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        // Other children must not inherit this process's ends.
        for handle in [input.fileHandleForWriting, output.fileHandleForReading, errors.fileHandleForReading] {
            _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        collect(output.fileHandleForReading) { $0.receive($1) }
        collect(errors.fileHandleForReading) { [process] state, bytes in
            TestLogs.add(bytes, of: process.identifier)
            if bytes.isEmpty { state.errorsEnded = true } else { state.errors.append(contentsOf: bytes) }
        }
    }

    /// Runs an executable to its end.
    package static func run(
        _ executable: String, _ arguments: [String], environment: [String: String], input: String = ""
    ) async throws -> Outcome {
        let child = try ChildProcess(executable, arguments, environment: environment)
        if !input.isEmpty { try child.write(input) }
        child.closeInput()
        return await child.outcome()
    }

    /// Its exit code, or 128 and the signal's number; nil while it runs.
    package var endedStatus: Int32? { process.endedStatus }

    /// Returns the first of these processes with the given exit status. A failure may be noticed before the process
    /// that caused it has ended: this waits up to a second, blocking the thread, while one of them still runs.
    package static func first(of processes: [ChildProcess], endedWith status: Int32) -> ChildProcess? {
        for _ in 0..<100 {
            if let found = processes.first(where: { $0.endedStatus == status }) { return found }
            if processes.allSatisfy({ $0.endedStatus != nil }) { return nil }
            usleep(10_000)
        }
        return nil
    }

    /// The process id.
    package var identifier: Int32 { process.identifier }

    /// Writes text to its standard input.
    package func write(_ text: String) throws { try input.write(contentsOf: Data(text.utf8)) }

    /// Ends its standard input.
    package func closeInput() { try? input.close() }

    /// Sends it `SIGTERM`.
    package func terminate() { process.signal(SIGTERM) }

    /// Sends it a signal.
    package func signal(_ number: Int32) { process.signal(number) }

    /// What it has written to standard error until now.
    package var errorsSoFar: String { String(decoding: state.withLock { $0.errors }, as: UTF8.self) }

    /// The next line of its standard output; nil if the output has ended, or the task was cancelled.
    package func nextLine() async -> String? {
        while true {
            let (line, ended) = state.withLock { state in
                (state.lines.isEmpty ? nil : state.lines.removeFirst(), state.outputEnded)
            }
            if let line { return line }
            if ended || Task.isCancelled { return nil }
            await withTaskCancellationHandler {
                await change { !$0.lines.isEmpty || $0.outputEnded || Task.isCancelled }
            } onCancel: {
                wake()
            }
        }
    }

    /// Waits for its end and returns its whole output.
    package func outcome() async -> Outcome {
        while !state.withLock({ $0.outputEnded && $0.errorsEnded }) {
            await change { $0.outputEnded && $0.errorsEnded }
        }
        let status = await process.status()
        return state.withLock { state in
            Outcome(
                status: status,
                output: String(decoding: state.output, as: UTF8.self),
                errors: String(decoding: state.errors, as: UTF8.self))
        }
    }

    /// Waits until something was printed or ended, unless `isOver` holds: both are checked under the lock.
    private func change(unless isOver: (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let mayGoOn = state.withLock { state in
                if isOver(state) { return true }
                state.waiters.append(continuation)
                return false
            }
            if mayGoOn { continuation.resume() }
        }
    }

    /// Resumes all waiting tasks, which check again.
    private func wake() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Reads on a separate thread, because reading a pipe blocks.
    private func collect(_ handle: FileHandle, _ body: @escaping @Sendable (inout State, [UInt8]) -> Void) {
        let receive: @Sendable ([UInt8]) -> Void = { [self] bytes in
            state.withLock { body(&$0, bytes) }
            wake()
        }
        Thread.detachNewThread {
            // Foundation's `read(upToCount:)` waits for the whole count; a line must be returned as soon as it is
            // there.
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(handle.fileDescriptor, &buffer, buffer.count)
                if count > 0 {
                    receive(Array(buffer[..<count]))
                } else if count == 0 || errno != EINTR {
                    break
                }
            }
            receive([])
        }
    }
}

extension ChildProcess.State {
    fileprivate mutating func receive(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            outputEnded = true
            if !pending.isEmpty { lines.append(String(decoding: pending, as: UTF8.self)) }
            pending = []
            return
        }
        output.append(contentsOf: bytes)
        pending.append(contentsOf: bytes)
        while let end = pending.firstIndex(of: 0x0A) {
            lines.append(String(decoding: pending[..<end], as: UTF8.self))
            pending.removeSubrange(...end)
        }
    }
}
