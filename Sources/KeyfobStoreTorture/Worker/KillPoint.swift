import KeyfobBackport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The point at which this process kills itself, like `kill -9`: a stage, and the number of the pass.
///
/// A stage is one of the store's, or `replied`: the server has replied to a refresh, and nothing of it is stored.
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
