import KeyfobCore
import KeyfobSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The identity, size and modification time of a database and its log, which show whether they have changed.
struct DatabaseMark: Hashable {
    private struct File: Hashable {
        let device: UInt64
        let inode: UInt64
        let size: Int64
        let seconds: Int64
        let nanoseconds: Int64
    }

    private let database: File?
    private let log: File?

    /// The bytes of the database; nil if there is none.
    var size: Int? { database.map { Int($0.size) } }

    /// The bytes of its log.
    var logSize: Int { log.map { Int($0.size) } ?? 0 }

    /// Examines the files.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if one of them does not belong to the user alone.
    init(of path: String) throws(AuthError) {
        database = try Self.file(path)
        log = try Self.file(path + "-wal")
    }

    private static func file(_ path: String) throws(AuthError) -> File? {
        guard try PrivateFile.exists(path) else { return nil }
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return File(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino),
            size: Int64(status.st_size), seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }
}
