import KeyfobCore
import KeyfobSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// By what one sees from outside that a database, or its log, has changed.
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

    /// How many bytes the database has; nil if there is none.
    var size: Int? { database.map { Int($0.size) } }

    /// How many bytes its log has.
    var logSize: Int { log.map { Int($0.size) } ?? 0 }

    /// Looks at the files.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if one of them is not the user's own.
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
