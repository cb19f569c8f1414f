import KeyfobStoreSQLite
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where in which commit this process ends itself, as `kill -9` would.
final class KillPoint: Sendable {
    private let stage: StoreStage
    private let left: Atomic<Int>

    init?(_ stage: String, _ number: String) {
        guard let stage = StoreStage(rawValue: stage), let number = Int(number) else { return nil }
        self.stage = stage
        left = Atomic(number)
    }

    func pass(_ stage: StoreStage) {
        guard stage == self.stage else { return }
        if left.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { raise(SIGKILL) }
    }
}
