#if os(Linux)
import Foundation
package import KeyfobDeviceProtocol
import KeyfobSocket
import Synchronization

/// Ends every process of an app, however fast they fork.
///
/// A program that keeps forking is faster than a search for its processes. The kernel ends all processes that a user
/// may signal in one step, in which none of them can fork: so a process of the switchboard's becomes that user and
/// requests it. It takes that user's rights without their real or saved id, so that their processes cannot signal it
/// first.
package enum UserSweep {
    /// How long the processes of a user may take to end after the signal, in seconds.
    private static let limit = 10.0
    /// How long the process that ends them may take in all before it is ended itself, in seconds.
    static let processLimit = 30.0

    /// Becomes a user and ends every other process of that user's; returns when they have ended.
    ///
    /// - Returns: the failure; nil if none is left.
    package static func run(userID: UInt32) -> DeviceError? {
        // Every process that this one may signal is about to end: they have to be that user's, and no other user's.
        let spare = spareUserID(userID)
        guard userID >= 2000, setgroups(0, nil) == 0, setgid(userID) == 0, become(userID, spare: spare),
            geteuid() == userID, setuid(0) != 0
        else { return DeviceError(.failed, "The process could not become user \(userID) for good.") }
        guard kill(-1, SIGKILL) == 0 || errno == ESRCH else {
            return DeviceError(.failed, "The processes of user \(userID) cannot be ended.")
        }
        let end = DispatchTime.now() + limit
        while true {
            let left = ProcessTable.processes(of: userID).filter { $0 != getpid() }
            guard !left.isEmpty else { return nil }
            for process in left {
                guard DispatchTime.now() < end else {
                    return DeviceError(.timedOut, "\(left.count) processes of user \(userID) do not end.")
                }
                guard let handle = try? ProcessHandle(processID: process) else { continue }
                var polled = pollfd(fd: handle.descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&polled, 1, 1000)
            }
        }
    }

    /// Takes a user's rights over their processes. Those may signal every process that has their id as the real or the
    /// saved one: this process has an unused one there, if there is any.
    private static func become(_ userID: UInt32, spare: UInt32?) -> Bool {
        if let spare, let setresuid = LinuxCalls.setresuid, setresuid(spare, userID, spare) == 0 {
            return getuid() == spare
        }
        return setuid(userID) == 0 && getuid() == userID
    }

    /// Returns an unused user id for the process that ends a user's: any other process that had it would be ended too.
    ///
    /// Systems assign no ids from 0x70000000 on. A user namespace does not have that many; there, only root has an id
    /// below the apps'.
    private static func spareUserID(_ userID: UInt32) -> UInt32? {
        let map = (try? String(contentsOfFile: "/proc/self/uid_map", encoding: .utf8)) ?? ""
        let isWhole = map.split(whereSeparator: \.isWhitespace).last == "4294967295"
        let spare = isWhole ? 0x7000_0000 | (userID & 0x0FFF_FFFF) : 1000 + userID % 1000
        return spare != userID && ProcessTable.users(where: { $0 == spare }).isEmpty ? spare : nil
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
    let child = EndedChild(handle: handle, done: done)
    loop.add(child)
    DispatchQueue.global().asyncAfter(deadline: .now() + UserSweep.processLimit) { [weak child] in child?.end() }
}

/// Ends every process of a user by ``UserSweep``, and waits for that on this thread.
///
/// - Returns: whether none is left.
func sweep(_ userID: UInt32, by runner: String) -> Bool {
    guard let processID = try? sweeper(of: userID, by: runner) else { return false }
    let handle = try? ProcessHandle(processID: processID)
    DispatchQueue.global().asyncAfter(deadline: .now() + UserSweep.processLimit) { [weak handle] in
        handle?.signal(SIGKILL)
    }
    return withExtendedLifetime(handle) { ChildStart.wait(for: processID) == 0 }
}

/// Starts ``UserSweep`` as a process.
///
/// - Returns: its process id. The caller has to wait for it.
func sweeper(of userID: UInt32, by runner: String) throws(DeviceError) -> Int32 {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { if null >= 0 { close(null) } }
    guard null >= 0 else { throw DeviceError(.failed, "/dev/null cannot be opened.") }
    return try ChildStart.spawn(
        runner, [runner, "end-user", "--user", "\(userID)"], environment: [], input: null, output: null, errors: null,
        inNewSession: true)
}

/// A child whose end a loop reports.
private final class EndedChild: SocketSource {
    private let handle: ProcessHandle
    private let done: @Sendable (Bool) -> Void
    private let isOver = Atomic(false)

    init(handle: ProcessHandle, done: @escaping @Sendable (Bool) -> Void) {
        self.handle = handle
        self.done = done
    }

    /// Ends it, if it has not ended by itself.
    func end() { handle.signal(SIGKILL) }

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
#endif
