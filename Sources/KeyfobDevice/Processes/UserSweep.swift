import Foundation
public import KeyfobDeviceProtocol
import KeyfobSocket
import Synchronization

/// Ending every process of an app, however fast they start new ones.
///
/// Whoever looks for processes and ends what was found is outrun by a program that keeps forking. The kernel ends all
/// processes that a user may signal in one step, in which none of them can fork: so a process of our own becomes that
/// user, and asks for it. What is ended so may shoot at it first: it has that user's rights, and is not theirs.
public enum UserSweep {
    /// How long the processes of a user may take to end, in seconds, once they were told to.
    private static let limit = 10.0
    /// How long the process that ends them may take in all before it is ended itself, in seconds.
    static let processLimit = 30.0

    /// Becomes a user and ends every other process of that user's; returns when they have ended.
    ///
    /// - Returns: what failed; nil if none is left.
    public static func run(userID: UInt32) -> DeviceFault? {
        // All that this process may signal is about to end: it has to be that user's, and nobody else's.
        let spare = spareUserID(userID)
        guard userID >= 2000, setgroups(0, nil) == 0, setgid(userID) == 0, become(userID, spare: spare),
            geteuid() == userID, setuid(0) != 0
        else { return DeviceFault(.failed, "The process could not become user \(userID) for good.") }
        guard kill(-1, SIGKILL) == 0 || errno == ESRCH else {
            return DeviceFault(.failed, "The processes of user \(userID) cannot be ended.")
        }
        let end = DispatchTime.now() + limit
        while true {
            let left = ProcessTable.processes(of: userID).filter { $0 != getpid() }
            guard !left.isEmpty else { return nil }
            for process in left {
                guard DispatchTime.now() < end else {
                    return DeviceFault(.timedOut, "\(left.count) processes of user \(userID) do not end.")
                }
                guard let handle = try? ProcessHandle(processID: process) else { continue }
                var polled = pollfd(fd: handle.descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&polled, 1, 1000)
            }
        }
    }

    /// Takes a user's rights over their processes. Those may signal whoever has their id as the real or the saved one: this
    /// process has another there, if there is one that nobody has.
    private static func become(_ userID: UInt32, spare: UInt32?) -> Bool {
        if let spare, let setresuid = LinuxCalls.setresuid, setresuid(spare, userID, spare) == 0 {
            return getuid() == spare
        }
        return setuid(userID) == 0 && getuid() == userID
    }

    /// A user id for the process that ends a user's, which no app and nobody else has: whoever had it would be ended too.
    ///
    /// From 0x70000000 on systems give none to anybody. In a user namespace, which has not that many, nobody has any below
    /// the apps' but root.
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
