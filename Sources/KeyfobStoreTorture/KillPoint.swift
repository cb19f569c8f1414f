import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where this process ends itself, as `kill -9` would: at which pass of which stage.
///
/// A stage is one of the store's, or `replied`: the server has answered a refresh, and nothing of it is written.
final class KillPoint: Sendable {
    private let stage: String
    private let left: Atomic<Int>

    init?(_ stage: String, _ number: String) {
        guard let number = Int(number) else { return nil }
        self.stage = stage
        left = Atomic(number)
    }

    func pass(_ stage: String) {
        guard stage == self.stage else { return }
        if left.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { raise(SIGKILL) }
    }
}
