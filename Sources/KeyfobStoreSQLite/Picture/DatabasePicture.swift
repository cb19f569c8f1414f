import GRDB
import GRDBSQLite
import KeyfobCore
import KeyfobSQLite

/// A copy of a database in memory, as of one moment.
///
/// SQLite cannot open our databases in a directory that cannot be written, because it has to make the log and its index
/// there. So the files are read directly. Another process may be able to write them: each copy records the
/// ``DatabaseMark`` of its files, and a new copy is made when that changes.
struct DatabasePicture {
    /// Far larger than any store; a larger file would exhaust the memory.
    private static let limit = 1 << 30

    let queue: DatabaseQueue
    let mark: DatabaseMark

    /// Makes a copy.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the files do not belong to the user alone, cannot be
    ///   read, or keep changing.
    init(of path: String) throws(AuthError) {
        for _ in 0..<10 {
            let before = try DatabaseMark(of: path)
            guard let size = before.size, size <= Self.limit, before.logSize <= Self.limit else {
                throw .storage("The database \(path) is missing, or too large to be read where it cannot be written.")
            }
            var image = try PrivateFile.read(OpenDescriptors.open(path), path, limit: size)
            let log = try PrivateFile.read(path + "-wal", limit: before.logSize) ?? []
            guard try DatabaseMark(of: path) == before else { continue }
            WriteAheadLog(log).apply(to: &image)
            (queue, mark) = (try Self.open(image, path), before)
            return
        }
        throw .storage("The database \(path) keeps changing.", remedy: "Try again.")
    }

    private static func open(_ image: [UInt8], _ path: String) throws(AuthError) -> DatabaseQueue {
        var image = image
        // The format versions in the header announce a log, which is in the image already.
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
                // SQLite frees the memory, even if this fails.
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
