#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A failed system call, as the cause of an `AuthError`.
package struct SystemFailure: Error, Hashable {
    /// `errno`
    package let number: Int32

    /// Whether the place cannot be written, for lack of permission or space.
    var refusesWriting: Bool { [EROFS, EACCES, EPERM, ENOSPC, EDQUOT].contains(number) }
}
