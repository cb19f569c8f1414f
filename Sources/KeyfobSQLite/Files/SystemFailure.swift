#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What a system call said, as the cause of an `AuthError`.
package struct SystemFailure: Error, Hashable {
    /// `errno`
    package let number: Int32

    /// Whether it says that the place may not be written, or has no room.
    var refusesWriting: Bool { [EROFS, EACCES, EPERM, ENOSPC, EDQUOT].contains(number) }
}
