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
    package convenience init(path: String) throws(AuthError) { try self.init(path: path, create: true) }

    private init(path: String, create: Bool) throws(AuthError) {
        self.path = path
        descriptor = try PrivateFile.open(path, create: create)
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

    /// Checks that the lock excludes others: one more opener of the file must not get it. The lock must be held.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the file system grants the lock again.
    package func checkExclusion() throws(AuthError) {
        let other = try FileLock(path: path)
        // Another process may have made the file again.
        guard try other.tryLock(), isCurrent else { return }
        throw .locksExcludeNobody(path)
    }

    /// Why locks on an existing file cannot be relied on; nil if they can, or if the file cannot be opened for writing.
    ///
    /// Acquires the lock for a moment, if it is free, and makes nothing.
    package static func problem(at path: String) -> AuthError? {
        guard let lock = try? FileLock(path: path, create: false) else { return nil }
        do throws(AuthError) {
            try checkRecordLocks(at: path)
            // A lock that another process holds is not granted to everyone.
            guard try lock.tryLock() else { return nil }
            defer { lock.unlock() }
            try lock.checkExclusion()
            return nil
        } catch {
            return error
        }
    }

    /// Checks that the file system has the locks that SQLite uses (`fcntl(2)`): without them SQLite waits for as long as
    /// for another process. Does nothing if the file is missing or cannot be opened.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it has none.
    static func checkRecordLocks(at path: String) throws(AuthError) {
        guard let descriptor = try? PrivateFile.openForReading(path) else { return }
        // No other code locks this file so, and closing it releases the lock.
        defer { close(descriptor) }
        var whole = flock()
        whole.l_type = Int16(F_RDLCK)
        whole.l_whence = Int16(SEEK_SET)
        guard fcntl(descriptor, F_SETLK, &whole) != 0, SystemError(number: errno).isUnsupportedLock else { return }
        throw .storage("The lock \(path) cannot be acquired.", errno)
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
