#if os(Linux)
import Foundation
import KeyfobDeviceProtocol
import Synchronization

/// The children that this process has started itself and waits for one by one.
///
/// The first process of a namespace also inherits all orphans, which no other process reaps.
enum OwnChildren {
    private static let numbers = Mutex<Set<Int32>>([])

    /// Starts a child: it cannot end, and be taken for an orphan, before it is recorded.
    static func start(_ spawn: () throws(DeviceError) -> Int32) throws(DeviceError) -> Int32 {
        try numbers.withLock { numbers throws(DeviceError) in
            let number = try spawn()
            numbers.insert(number)
            return number
        }
    }

    /// Removes a child that was waited for.
    static func forget(_ number: Int32) { numbers.withLock { _ = $0.remove(number) } }

    /// Reaps all ended processes that this process has not started.
    static func reapOrphans() { while reapOrphan() {} }

    /// - Returns: whether there may be more.
    private static func reapOrphan() -> Bool {
        numbers.withLock { numbers in
            var info = siginfo_t()
            guard waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return false }
            #if canImport(Glibc)
            let number = info._sifields._sigchld.si_pid
            #else
            let number = info.si_pid
            #endif
            // An ended child of its own is returned before the others until it is waited for, which is soon.
            guard number > 0, !numbers.contains(number) else { return false }
            var status: Int32 = 0
            return waitpid(number, &status, WNOHANG) == number
        }
    }
}

/// Reaps orphans once a second, where they are this process's children: each occupies its process id and a place in its
/// user's limit until then.
final class OrphanReaper: Sendable {
    private static let pause = 1.0

    /// Starts a reaper; nil where orphans are another process's.
    static func ifFirst() -> OrphanReaper? {
        guard getpid() == 1 else { return nil }
        let reaper = OrphanReaper()
        reaper.goOn()
        return reaper
    }

    private func goOn() {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { [weak self] in
            guard let self else { return }
            OwnChildren.reapOrphans()
            goOn()
        }
    }
}
#endif
