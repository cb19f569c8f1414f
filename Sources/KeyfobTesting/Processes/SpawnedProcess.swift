import Foundation
import KeyfobBackport

/// A program started by `posix_spawn`, with three descriptors and no others.
///
/// Not Foundation's `Process`: on Linux it reads `/proc/self/fd` and copies each directory entry at its full size, now
/// and then past the end of its buffer, so that one start in some ten thousand crashes the parent.
package final class SpawnedProcess: Sendable {
    /// The reason why a program was not started.
    package struct ProcessError: Error, CustomStringConvertible {
        /// A description of the reason.
        package let description: String
    }

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
    ) throws(ProcessError) {
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
        for (number, descriptor) in [descriptors.input, descriptors.output, descriptors.errors].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        // The threads of a task block signals, and their children must not.
        var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        #if canImport(Darwin)
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
        try Self.closeOthers(&actions)
        #endif
        var none = sigset_t()
        var usual = sigset_t()
        sigemptyset(&none)
        sigemptyset(&usual)
        for number in [SIGPIPE, SIGTERM, SIGINT, SIGHUP] { sigaddset(&usual, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        posix_spawnattr_setpgroup(&attributes, 0)

        let words = ([executable] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var id: pid_t = 0
        let failure = posix_spawn(&id, executable, &actions, &attributes, words, variables)
        guard failure == 0 else {
            throw ProcessError(description: "\(executable) cannot be started: \(String(cString: strerror(failure)))")
        }
        identifier = id
        Thread.detachNewThread { self.await() }
    }

    #if !canImport(Darwin)
    /// Limits the inherited descriptors to these three. glibc has the call since 2.34, and Swift does not import it.
    private static func closeOthers(_ actions: inout posix_spawn_file_actions_t) throws(ProcessError) {
        typealias CloseFrom =
            @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
            throw ProcessError(description: "This system's C library cannot start a program without our descriptors.")
        }
        _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
    }
    #endif

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
            let signal = raw & 0x7F
            let status = signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
            state.status = status
            for thread in state.threads { thread.signal() }
            defer { (state.waiters, state.threads) = ([], []) }
            return (status, state.waiters)
        }
        for waiter in waiters { waiter.resume(returning: status) }
    }
}
