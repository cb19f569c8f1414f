// os/lock.h, and the Swift overlay of os
import Glibc

@available(macOS 13.0, iOS 16.0, visionOS 1.0, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    fileprivate let mutex: UnsafeMutablePointer<pthread_mutex_t>
}

@available(macOS 13.0, iOS 16.0, visionOS 1.0, *)
extension OSAllocatedUnfairLock where State == () {
    public init() {
        // Never released: only tests run this.
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    public func lock() { pthread_mutex_lock(mutex) }
    public func unlock() { pthread_mutex_unlock(mutex) }
}
