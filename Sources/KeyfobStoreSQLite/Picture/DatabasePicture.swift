import GRDB
import GRDBSQLite
import KeyfobCore
import KeyfobSQLite

/// A database as it was at one moment, in memory.
///
/// In a place that cannot be written SQLite opens no database of ours: it wants to make its log and its index beside it.
/// What it would show is in the files. Another process may be able to write them meanwhile: a picture bears the
/// mark of the files that it was taken of, and another one is taken when they have another.
struct DatabasePicture {
    /// No store is that large; a file that is would fill the memory.
    private static let limit = 1 << 30

    let queue: DatabaseQueue
    let mark: DatabaseMark

    /// Takes a picture.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the files are not the user's own, cannot be read, or
    ///   change all the time.
    init(of path: String) throws(AuthError) {
        for _ in 0..<10 {
            let before = try DatabaseMark(of: path)
            guard let size = before.size, size <= Self.limit, before.logSize <= Self.limit else {
                throw .storage("The database \(path) is missing, or too large to be read where it cannot be written.")
            }
            var image = try PrivateFile.read(HeldDescriptors.open(path), path, limit: size)
            let log = try PrivateFile.read(path + "-wal", limit: before.logSize) ?? []
            guard try DatabaseMark(of: path) == before else { continue }
            WriteAheadLog(log).apply(to: &image)
            (queue, mark) = (try Self.open(image, path), before)
            return
        }
        throw .storage("The database \(path) changes all the time.", remedy: "Try again.")
    }

    private static func open(_ image: [UInt8], _ path: String) throws(AuthError) -> DatabaseQueue {
        var image = image
        // The versions in the header say that there is a log; it is in the image already.
        if image.count >= 20 { image.replaceSubrange(18..<20, with: [1, 1]) }
        do {
            let queue = try DatabaseQueue()
            try queue.inDatabase { database in
                let size = sqlite3_int64(image.count)
                guard let memory = sqlite3_malloc64(sqlite3_uint64(max(1, image.count))) else {
                    throw DatabaseError(resultCode: .SQLITE_NOMEM)
                }
                image.withUnsafeBytes { bytes in
                    UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
                }
                // SQLite frees the memory, also if this fails.
                let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
                let bytes = memory.assumingMemoryBound(to: UInt8.self)
                let result = sqlite3_deserialize(database.sqliteConnection, "main", bytes, size, size, flags)
                guard result == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
                try database.execute(sql: "PRAGMA trusted_schema = OFF")
            }
            return queue
        } catch {
            throw .database(error, path: path)
        }
    }
}
