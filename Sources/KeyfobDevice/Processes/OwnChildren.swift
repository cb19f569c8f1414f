import Foundation
import KeyfobDeviceProtocol
import Synchronization

/// The children that this process has started itself, and waits for one by one.
///
/// The first process of a namespace inherits everybody's orphans besides, for whom nobody waits.
enum OwnChildren {
    private static let numbers = Mutex<Set<Int32>>([])

    /// Starts one: none can end, and be taken for an orphan, before it is known.
    static func start(_ spawn: () throws(DeviceFault) -> Int32) throws(DeviceFault) -> Int32 {
        try numbers.withLock { numbers throws(DeviceFault) in
            let number = try spawn()
            numbers.insert(number)
            return number
        }
    }

    /// Forgets one that was waited for.
    static func forget(_ number: Int32) { numbers.withLock { _ = $0.remove(number) } }

    /// Waits for all that have ended and that this process has not started.
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
            // One of its own stands before the others until it was waited for, which is soon.
            guard number > 0, !numbers.contains(number) else { return false }
            var status: Int32 = 0
            return waitpid(number, &status, WNOHANG) == number
        }
    }
}

/// Waits for orphans once a second, where they are this process's: each keeps its number and a place in its user's limit
/// until then.
final class OrphanReaper: Sendable {
    private static let pause = 1.0

    /// A reaper that has begun; nil where orphans are another process's.
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
