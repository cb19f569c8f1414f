import KeyfobBackport

/// A value that a closure passes to its test.
final class Box<Value: Sendable>: Sendable {
    private let state: Mutex<Value>
    init(_ value: Value) { state = Mutex(value) }
    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

extension Box where Value == Int {
    convenience init() { self.init(0) }
}
