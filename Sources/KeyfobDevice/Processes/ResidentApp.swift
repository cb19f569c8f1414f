import Dispatch
import Foundation
import Synchronization

/// An app that is code in the switchboard's own process: it ends on request.
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
        // Like a process's end: on another thread, later.
        if let ended { DispatchQueue.global().async { ended() } }
    }
}
