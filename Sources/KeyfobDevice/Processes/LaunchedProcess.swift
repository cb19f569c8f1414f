import Foundation
import KeyfobSocket
import Synchronization

/// A process that the switchboard has started, watched until it ends.
final class LaunchedProcess: LaunchedApp, SocketSource {
    private let handle: ProcessHandle
    private let userID: UInt32?
    private let ended: @Sendable (String) -> Void
    private let isOver = Mutex(false)

    init(handle: ProcessHandle, userID: UInt32?, ended: @escaping @Sendable (String) -> Void) {
        self.handle = handle
        self.userID = userID
        self.ended = ended
    }

    var processID: Int32 { handle.processID }
    var descriptor: Int32 { handle.descriptor }
    var isAlive: Bool { !isOver.withLock { $0 } && handle.isAlive }
    var interest: Int16? { isOver.withLock { $0 } ? nil : Int16(POLLIN) }

    func kill() {
        handle.signal(SIGKILL)
        killLeftovers()
    }

    func ready(_ events: Int16) {
        var status: Int32 = 0
        let result = UnixSocketWait.reap(processID, &status)
        guard result != 0 else { return }
        let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        guard isFirst else { return }
        killLeftovers()
        let signal = status & 0x7F
        ended(signal == 0 ? "status \((status >> 8) & 0xFF)" : "signal \(signal)")
    }

    func forgotten() {}

    /// Ends what the app has started and left behind: every process of its user, which is nobody else's.
    private func killLeftovers() {
        guard let userID, userID > 0 else { return }
        // One that is started between looking and ending is found the next time.
        for _ in 0..<8 {
            let left = ProcessTable.processes(of: userID)
            guard !left.isEmpty else { return }
            for process in left { Foundation.kill(process, SIGKILL) }
        }
    }
}

/// Waiting for a child without waiting.
enum UnixSocketWait {
    /// The child's number if it has ended and was reaped, 0 if it runs, -1 if there is no such child.
    static func reap(_ processID: Int32, _ status: inout Int32) -> Int32 {
        while true {
            let result = waitpid(processID, &status, WNOHANG)
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
