import Foundation
public import KeyfobDeviceProtocol
import KeyfobSocket
import Synchronization

/// Ending every process of an app, however fast they start new ones.
///
/// Whoever looks for processes and ends what was found is outrun by a program that keeps forking. The kernel ends all
/// processes that a user may signal in one step, in which none of them can fork: so a process of our own becomes that
/// user, and asks for it.
public enum UserSweep {
    /// Becomes a user and ends every other process of that user's; returns when they have ended.
    ///
    /// - Returns: what failed; nil if none is left.
    public static func run(userID: UInt32) -> DeviceFault? {
        // All that this process may signal is about to end: it has to be that user's, and nobody else's.
        guard userID >= 2000, setgroups(0, nil) == 0, setgid(userID) == 0, setuid(userID) == 0, getuid() == userID,
            geteuid() == userID, setuid(0) != 0
        else { return DeviceFault(.failed, "The process could not become user \(userID) for good.") }
        guard kill(-1, SIGKILL) == 0 || errno == ESRCH else {
            return DeviceFault(.failed, "The processes of user \(userID) cannot be ended.")
        }
        while true {
            let left = ProcessTable.processes(of: userID).filter { $0 != getpid() }
            guard !left.isEmpty else { return nil }
            for process in left {
                guard let handle = try? ProcessHandle(processID: process) else { continue }
                var polled = pollfd(fd: handle.descriptor, events: Int16(POLLIN), revents: 0)
                while poll(&polled, 1, -1) < 0, errno == EINTR {}
            }
        }
    }
}

/// Starts ``UserSweep`` as a process, and calls back when it has ended.
func sweep(
    _ userID: UInt32, by runner: String, on loop: SocketLoop, _ done: @escaping @Sendable (Bool) -> Void
) {
    guard let processID = try? sweeper(of: userID, by: runner) else { return done(false) }
    guard let handle = try? ProcessHandle(processID: processID) else {
        return done(ChildStart.wait(for: processID) == 0)
    }
    loop.add(EndedChild(handle: handle, done: done))
}

/// Starts ``UserSweep`` as a process.
///
/// - Returns: its number. Whoever started it has to wait for it.
func sweeper(of userID: UInt32, by runner: String) throws(DeviceFault) -> Int32 {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { if null >= 0 { close(null) } }
    guard null >= 0 else { throw DeviceFault(.failed, "/dev/null cannot be opened.") }
    return try ChildStart.spawn(
        runner, [runner, "end-user", "--user", "\(userID)"], environment: [], input: null, output: null, errors: null,
        inNewSession: true)
}

/// A child whose end is waited for by a loop.
private final class EndedChild: SocketSource {
    private let handle: ProcessHandle
    private let done: @Sendable (Bool) -> Void
    private let isOver = Atomic(false)

    init(handle: ProcessHandle, done: @escaping @Sendable (Bool) -> Void) {
        self.handle = handle
        self.done = done
    }

    var descriptor: Int32 { handle.descriptor }
    var interest: Int16? { isOver.load(ordering: .relaxed) ? nil : Int16(POLLIN) }

    func ready(_ events: Int16) {
        var status: Int32 = 0
        guard UnixSocketWait.reap(handle.processID, &status) != 0,
            !isOver.exchange(true, ordering: .relaxed)
        else { return }
        done(status == 0)
    }

    func forgotten() {}
}
