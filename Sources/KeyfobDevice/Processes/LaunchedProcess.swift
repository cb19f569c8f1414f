#if os(Linux)
import Foundation
import KeyfobSocket
import Synchronization

/// A process that the switchboard has started, watched until it and all that it has left behind have ended.
final class LaunchedProcess: LaunchedApp, SocketSource {
    /// Ends every process of a user, and calls back, with false if that failed.
    typealias Sweep = @Sendable (_ userID: UInt32, _ done: @escaping @Sendable (Bool) -> Void) -> Void

    private let handle: ProcessHandle
    private let userID: UInt32?
    private let sweep: Sweep
    private let ended: @Sendable (String) -> Void
    private let isOver = Mutex(false)

    init(
        handle: ProcessHandle, userID: UInt32?, sweep: @escaping Sweep, ended: @escaping @Sendable (String) -> Void
    ) {
        self.handle = handle
        self.userID = userID
        self.sweep = sweep
        self.ended = ended
    }

    var processID: Int32 { handle.processID }
    var descriptor: Int32 { handle.descriptor }
    var isAlive: Bool { !isOver.withLock { $0 } && handle.isAlive }
    var interest: Int16? { isOver.withLock { $0 } ? nil : Int16(POLLIN) }

    func kill() {
        // Under one user id for all apps, only its process group is known to be its own.
        isOver.withLock { isOver in
            if !isOver { Foundation.kill(-processID, SIGKILL) }
        }
        handle.signal(SIGKILL)
    }

    func ready(_ events: Int16) {
        var status: Int32 = 0
        let isFirst = isOver.withLock { isOver in
            guard !isOver, !handle.isAlive else { return false }
            // Until it is reaped, its process id is its own, and so is that of its group.
            Foundation.kill(-processID, SIGKILL)
            guard UnixSocketWait.reap(processID, &status) != 0 else { return false }
            isOver = true
            return true
        }
        guard isFirst else { return }
        let signal = status & 0x7F
        let outcome = signal == 0 ? "status \((status >> 8) & 0xFF)" : "signal \(signal)"
        clear(outcome, tries: Self.tries)
    }

    func forgotten() {}

    /// How often leftover processes are ended before the process table is read, and the seconds until the next round.
    private static let tries = 3
    private static let pause = 1.0

    /// Ends every process of the app's user that is left, before the app counts as ended.
    private func clear(_ outcome: String, tries: Int) {
        guard let userID, userID > 0 else { return ended(outcome) }
        // Without listing them first: a process that is forked during the listing would be missed.
        guard tries > 0 else {
            // While one is left, its user id is in use, and so are its files.
            guard !ProcessTable.processes(of: userID).isEmpty else { return finish(outcome, of: userID) }
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { [self] in
                clear(outcome, tries: Self.tries)
            }
            return
        }
        sweep(userID) { [self] isDone in
            if isDone { finish(outcome, of: userID) } else { clear(outcome, tries: tries - 1) }
        }
    }

    private func finish(_ outcome: String, of userID: UInt32) {
        // Where the switchboard is the first process of its namespace, orphans are its children.
        for orphan in ProcessTable.orphans(of: userID) {
            var status: Int32 = 0
            _ = UnixSocketWait.reap(orphan, &status)
        }
        ended(outcome)
    }
}

/// Reaps a child without blocking.
enum UnixSocketWait {
    /// Returns the child's process id if it has ended and was reaped, 0 if it is running, -1 if there is no such child.
    static func reap(_ processID: Int32, _ status: inout Int32) -> Int32 {
        while true {
            let result = waitpid(processID, &status, WNOHANG)
            if result > 0 { OwnChildren.forget(processID) }
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
#endif
