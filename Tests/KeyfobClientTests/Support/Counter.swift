import Synchronization

/// Counts what concurrent tasks do.
final class Counter: Sendable {
    private let value = Mutex(0)

    /// How often it was counted up.
    var count: Int { value.withLock { $0 } }

    /// Counts up and returns the new count.
    @discardableResult
    func add() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
}
