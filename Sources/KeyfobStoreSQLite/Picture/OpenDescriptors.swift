import KeyfobBackport
import KeyfobCore
import KeyfobSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The descriptors of databases that are read without SQLite, one for each file, never closed.
///
/// Closing one would release this process's SQLite locks on the same file, if another store has it open.
enum OpenDescriptors {
    private struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64

        init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    private static let held = Mutex<[Identity: Int32]>([:])

    /// The descriptor of the file that a path names now.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it cannot be opened, or does not belong to the user
    ///   alone.
    static func open(_ path: String) throws(AuthError) -> Int32 {
        try held.withLock { held throws(AuthError) in
            var status = stat()
            if lstat(path, &status) == 0, let known = held[Identity(status)] { return known }
            let descriptor = try PrivateFile.openForReading(path)
            guard fstat(descriptor, &status) == 0 else {
                throw .storage("The file \(path) cannot be examined.", errno)
            }
            held[Identity(status)] = held[Identity(status)] ?? descriptor
            return descriptor
        }
    }
}
