#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A failed system call, as the cause of an ``AuthError``.
package struct SystemError: Error, Hashable {
    /// `errno`
    package let number: Int32

    /// Makes an error from `errno`.
    package init(number: Int32) { self.number = number }

    /// Whether the place cannot be written, for lack of permission, space or locks, so that reading may still work.
    package var refusesWriting: Bool {
        isUnsupportedLock || [EROFS, EACCES, EPERM, ENOSPC, EDQUOT].contains(number)
    }

    /// Whether a file system that was asked for a lock has none.
    package var isUnsupportedLock: Bool { [ENOLCK, ENOSYS, EOPNOTSUPP].contains(number) }
}
