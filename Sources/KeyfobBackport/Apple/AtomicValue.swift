#if canImport(Darwin)
/// A value that fits into 64 bits.
package protocol AtomicValue {
    init(bits: UInt64)
    var bits: UInt64 { get }
}

extension Bool: AtomicValue {
    package init(bits: UInt64) { self = bits != 0 }
    package var bits: UInt64 { self ? 1 : 0 }
}

extension UnsafeMutableRawPointer: AtomicValue {
    // `init(bitPattern:)` returns an optional, but only the bits of a pointer come back.
    package init(bits: UInt64) { self = withUnsafeBytes(of: UInt(bits)) { $0.load(as: Self.self) } }
    package var bits: UInt64 { UInt64(UInt(bitPattern: self)) }
}

extension AtomicValue where Self: FixedWidthInteger {
    package init(bits: UInt64) { self.init(truncatingIfNeeded: bits) }
    package var bits: UInt64 { UInt64(truncatingIfNeeded: self) }
}

extension Int: AtomicValue {}
extension UInt32: AtomicValue {}
extension UInt64: AtomicValue {}

/// The order of an operation and those before and after it. Every operation has the strictest one; the others are
/// accepted so that the calls are those of Synchronization.
package enum AtomicOrdering: Sendable {
    case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent
}
#endif
