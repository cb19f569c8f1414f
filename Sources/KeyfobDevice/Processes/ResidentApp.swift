import Dispatch
import Foundation
import Synchronization

/// An app that is code of the switchboard's own process: it ends when it is told to.
final class ResidentApp: LaunchedApp {
    private let ended: Mutex<(@Sendable () -> Void)?>

    init(ended: @escaping @Sendable () -> Void) { self.ended = Mutex(ended) }

    var processID: Int32 { getpid() }
    var isAlive: Bool { ended.withLock { $0 != nil } }

    func kill() {
        let ended = self.ended.withLock { ended in
            defer { ended = nil }
            return ended
        }
        // As a process's end is noticed: by another thread, later.
        if let ended { DispatchQueue.global().async { ended() } }
    }
}
