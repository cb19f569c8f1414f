import KeyfobBackport

/// Counts events of concurrent tasks.
final class Counter: Sendable {
    private let value = Mutex(0)

    /// The current count.
    var count: Int { value.withLock { $0 } }

    /// Increments the count and returns it.
    @discardableResult
    func add() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
}
