package import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An exclusive lock on a file, among processes and among its openers in one process (`flock(2)`).
///
/// The kernel releases it when its holder exits or is killed.
package final class FileLock: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Opens the lock file, and makes it if it is missing; does not acquire the lock.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the file cannot be opened.
    package init(path: String) throws(AuthError) {
        self.path = path
        descriptor = try PrivateFile.open(path)
    }

    deinit { close(descriptor) }

    /// Acquires the lock; blocks the thread until it is free.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the file system does not support locks.
    package func lock() throws(AuthError) {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .storage("The lock \(path) cannot be acquired.", errno) }
        }
    }

    /// Acquires the lock if it is free.
    ///
    /// - Returns: whether the lock was acquired.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the file system does not support locks.
    package func tryLock() throws(AuthError) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return false
            default: throw .storage("The lock \(path) cannot be acquired.", errno)
            }
        }
        return true
    }

    /// Acquires the lock, trying again every few milliseconds; blocks the thread meanwhile.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it is still held after that time.
    package func lock(timeoutSeconds: Double) throws(AuthError) {
        var waited = 0.0
        while try !tryLock() {
            guard waited < timeoutSeconds else { throw .lockIsHeld(path) }
            usleep(2_000)
            waited += 0.002
        }
    }

    /// Releases the lock.
    package func unlock() { flock(descriptor, LOCK_UN) }

    /// Whether the lock's path still names the file that was opened. A holder may have removed it; then this lock
    /// excludes no other process.
    package var isCurrent: Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }

    /// Deletes the lock file and releases the lock. The lock must be held and current, and every process that acquires
    /// it must check ``isCurrent`` afterwards.
    package func unlockAndRemove() {
        unlink(path)
        unlock()
    }
}
