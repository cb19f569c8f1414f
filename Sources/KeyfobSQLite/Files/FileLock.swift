public import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An exclusive lock on a file, among processes and among those who open it in one process (`flock(2)`).
///
/// The kernel frees it when its holder ends, however that ends.
public final class FileLock: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Opens the lock's file, and makes it if it is missing; takes nothing yet.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the file cannot be opened.
    public init(path: String) throws(AuthError) {
        self.path = path
        descriptor = try PrivateFile.open(path)
    }

    deinit { close(descriptor) }

    /// Takes the lock, and blocks its thread until it can.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the file system has no locks.
    public func lock() throws(AuthError) {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .storage("The lock \(path) cannot be taken.", errno) }
        }
    }

    /// Takes the lock if nobody has it.
    ///
    /// - Returns: whether it was taken.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the file system has no locks.
    public func tryLock() throws(AuthError) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return false
            default: throw .storage("The lock \(path) cannot be taken.", errno)
            }
        }
        return true
    }

    /// Takes the lock, trying again every few milliseconds, and blocks its thread meanwhile.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it is still held after that time.
    public func lock(timeoutSeconds: Double) throws(AuthError) {
        var waited = 0.0
        while try !tryLock() {
            guard waited < timeoutSeconds else { throw .lockIsHeld(path) }
            usleep(2_000)
            waited += 0.002
        }
    }

    /// Gives the lock back.
    public func unlock() { flock(descriptor, LOCK_UN) }

    /// Whether the lock's path still means the file that was opened: a holder may have removed it meanwhile, and then
    /// this lock keeps nobody apart.
    public var isCurrent: Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }

    /// Deletes the lock's file and gives the lock back. Only for a lock that is held and current, and only where
    /// everyone who takes it asks ``isCurrent`` afterwards.
    public func unlockAndRemove() {
        unlink(path)
        unlock()
    }
}
