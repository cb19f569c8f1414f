#if canImport(Darwin)
import KeyfobAtomics

/// A value that is read and changed in one step, with those calls of Synchronization's `Atomic` that this package uses.
/// iOS 17, macOS 14 and visionOS 1 lack that type.
package struct Atomic<Value: AtomicValue>: ~Copyable {
    private let word: UnsafeMutablePointer<UInt64>

    package init(_ initial: Value) {
        word = .allocate(capacity: 1)
        word.initialize(to: initial.bits)
    }

    deinit { word.deallocate() }

    package borrowing func load(ordering: AtomicOrdering) -> Value { Value(bits: keyfob_atomic_load(word)) }

    package borrowing func store(_ value: Value, ordering: AtomicOrdering) { keyfob_atomic_store(word, value.bits) }

    package borrowing func exchange(_ value: Value, ordering: AtomicOrdering) -> Value {
        Value(bits: keyfob_atomic_exchange(word, value.bits))
    }
}

// Safe to share: only atomic operations use the word.
extension Atomic: @unchecked Sendable where Value: Sendable {}

extension Atomic where Value: FixedWidthInteger {
    /// Adds, and wraps around on overflow.
    @discardableResult
    package borrowing func wrappingAdd(
        _ operand: Value, ordering: AtomicOrdering
    ) -> (oldValue: Value, newValue: Value) {
        let old = Value(bits: keyfob_atomic_add(word, operand.bits))
        return (old, old &+ operand)
    }

    /// Adds, and stops the process on overflow.
    @discardableResult
    package borrowing func add(_ operand: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value) {
        let old = Value(bits: keyfob_atomic_add(word, operand.bits))
        return (old, old + operand)
    }

    /// Subtracts, and stops the process on overflow.
    @discardableResult
    package borrowing func subtract(_ operand: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value) {
        let old = Value(bits: keyfob_atomic_add(word, 0 &- operand.bits))
        return (old, old - operand)
    }
}
#endif
