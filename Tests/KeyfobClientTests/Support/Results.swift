import KeyfobBackport

/// The results of a delegate, in order.
final class Results: Sendable {
    private let stored = Mutex<[Bool]>([])
    var values: [Bool] { stored.withLock { $0 } }
    func add(_ value: Bool) { stored.withLock { $0.append(value) } }
}
