import Dispatch
import KeyfobBackport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A child process. Foundation's `Process` is not used: its termination needs a run loop, and nothing else in this
/// module needs Foundation.
final class ChildProcess: Sendable {
    struct StartError: Error { let reason: String }

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
    ) throws(StartError) -> ChildProcess {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)

        let words = CStrings(arguments)
        let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
        var id: pid_t = 0
        let failure = posix_spawn(&id, program, &actions, &attributes, words.pointers, variables.pointers)
        guard failure == 0 else { throw StartError(reason: String(cString: strerror(failure))) }

        let child = ChildProcess()
        let started = id
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

/// A C array of C strings with a closing null, freed at the end.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }
    deinit { for pointer in pointers { free(pointer) } }
}
