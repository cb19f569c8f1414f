#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes files to the disk itself.
package enum DiskSync {
    /// Returns when a file's bytes, or a directory's entries, would survive a power failure.
    ///
    /// On Apple's systems `fsync` leaves them in the drive's cache, which the drive may write in any order; only
    /// `F_FULLFSYNC` waits for the drive.
    ///
    /// - Returns: false if they could not be written; the reason is in `errno`.
    package static func sync(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
        // Not every file system has it: those of network volumes do not.
        #endif
        return fsync(descriptor) == 0
    }
}
