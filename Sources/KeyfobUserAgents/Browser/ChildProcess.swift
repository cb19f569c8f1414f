import Dispatch
import KeyfobBackport
import KeyfobCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A child process and its end.
final class ChildProcess: Sendable {
    /// How a process ended.
    enum Outcome: Sendable, Hashable {
        case exited(Int32)
        case killed(signal: Int32)

        var isSuccess: Bool { self == .exited(0) }
        var inWords: String {
            switch self {
            case .exited(let status): "ended with status \(status)"
            case .killed(let signal): "was ended by signal \(signal)"
            }
        }
    }

    private enum State {
        case running([CheckedContinuation<Outcome?, Never>])
        case ended(Outcome)
    }
    private let state = Mutex(State.running([]))

    private init() {}

    /// Starts a process in its own process group, so that Ctrl-C in the terminal does not close the browser.
    static func start(
        _ program: String, arguments: [String], environment: [String: String]
    ) throws(ProcessStart.StartError) -> ChildProcess {
        var start = ProcessStart(
            program, arguments: arguments, environment: environment.map { "\($0.key)=\($0.value)" })
        start.descriptors = [(STDIN_FILENO, .nothing), (STDOUT_FILENO, .copy(of: STDERR_FILENO))]
        start.group = .own
        start.resetsSignals = false
        let started = try start.spawn()
        let child = ChildProcess()
        // A thread that only waits for the child, which also removes its entry from the process table.
        DispatchQueue(label: "keyfob.child").async { child.wait(for: started) }
        return child
    }

    private func wait(for id: pid_t) {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            // Another part of the process has collected the child: its status is not known, which is not an error.
            guard errno == EINTR else { return finish(.exited(0)) }
        }
        let signal = status & 0x7F
        finish(signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal))
    }

    private func finish(_ ending: Outcome) {
        let waiting = state.withLock { state -> [CheckedContinuation<Outcome?, Never>] in
            guard case .running(let waiting) = state else { return [] }
            state = .ended(ending)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: ending) }
    }

    /// Waits for the end; nil if the task was cancelled first, which leaves the process running.
    func ending() async -> Outcome? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let now = state.withLock { state -> Outcome?? in
                    switch state {
                    case .ended(let ending): return .some(ending)
                    case .running(let waiting):
                        if Task.isCancelled { return .some(nil) }
                        state = .running(waiting + [continuation])
                        return .none
                    }
                }
                if let now { continuation.resume(returning: now) }
            }
        } onCancel: {
            let waiting = state.withLock { state -> [CheckedContinuation<Outcome?, Never>] in
                guard case .running(let waiting) = state else { return [] }
                state = .running([])
                return waiting
            }
            for continuation in waiting { continuation.resume(returning: nil) }
        }
    }
}
