#if canImport(Darwin)
import os

/// A value that a lock protects, with the calls of Synchronization's `Mutex`, which iOS 17, macOS 14 and visionOS 1 lack.
package struct Mutex<Value: ~Copyable>: ~Copyable {
    private let lock = OSAllocatedUnfairLock()
    private let value: UnsafeMutablePointer<Value>

    package init(_ initial: consuming sending Value) {
        value = .allocate(capacity: 1)
        value.initialize(to: initial)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Acquires the lock, calls `body` with the value, and releases the lock.
    ///
    /// - Throws: what `body` throws.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value.pointee)
    }
}

// Safe to share: only the thread that holds the lock uses the value.
extension Mutex: @unchecked Sendable where Value: ~Copyable {}
#endif
