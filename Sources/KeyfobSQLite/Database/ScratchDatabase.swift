import Foundation
import GRDB
import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A temporary database under a name that only the holder of a store's lock uses.
struct ScratchDatabase {
    /// SQLite's default page size, which all our databases have.
    private static let pageSize = 4096
    /// The largest number of pages that are added, a gigabyte: a damaged header may state any number.
    private static let pageLimit = 1 << 18

    let path: String

    /// Deletes the files.
    func remove() { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }

    /// Copies a damaged database and opens the copy; nil if it cannot be opened at all.
    ///
    /// It works on a copy, so that the original is not changed. The first page contains the schema's root pages; if it
    /// is lost, it is replaced by that of a new database, whose tables have the same root pages.
    ///
    /// - Parameter template: the new database, checkpointed into its own file.
    /// - Returns: the copy, and the number of pages that the original's files contain.
    /// - Throws: any error of copying, such as a full disk.
    func open(copying original: String, template: String) throws -> (queue: DatabaseQueue, pages: Int)? {
        guard let first = try PrivateFile.read(template, limit: Self.pageSize), first.count == Self.pageSize else {
            return nil
        }
        let tables = try Self.tables(DatabaseQueue(path: template))
        let pages = (try copy(original) + Self.pageSize - 1) / Self.pageSize
        if let queue = opened(expecting: tables) { return (queue, pages) }
        _ = try copy(original)
        try PrivateFile.overwriteBeginning(of: path) { Self.page(first, lengthOfFile: $0) }
        return opened(expecting: tables).map { ($0, pages) }
    }

    /// Reads the files without SQLite, which releases this process's locks on them; only for a database known to be
    /// damaged.
    ///
    /// - Returns: the number of bytes.
    private func copy(_ original: String) throws -> Int {
        remove()
        let length = try PrivateFile.copy(original, to: path)
        let lengthOfLog = try PrivateFile.copy(original + "-wal", to: path + "-wal")
        try fill()
        return length + lengthOfLog
    }

    /// Adds the pages that the copy lacks at its end, as pages of zeros.
    ///
    /// SQLite opens no database that is shorter than its header states, except with `writable_schema`, which has no
    /// effect on Apple's platforms: SQLite is defensive there.
    private func fill() throws {
        guard let header = try PrivateFile.read(path, limit: 100), header.count == 100 else { return }
        // SQLite uses the number of pages only if these two fields are equal.
        guard header[24..<28] == header[92..<96] else { return }
        let pages = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
        guard pages <= Self.pageLimit else { return }
        try PrivateFile.lengthen(path, to: pages * Self.pageSize)
    }

    /// Opens the copy if it contains these tables and indices with the expected definitions.
    private func opened(expecting tables: Set<String>) -> DatabaseQueue? {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            // Lets SQLite read a database with faults in its schema; without effect on Apple's platforms.
            try database.execute(sql: "PRAGMA writable_schema = ON")
            try database.execute(sql: "PRAGMA trusted_schema = OFF")
        }
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return nil }
        if let found = try? Self.tables(queue), found.isSuperset(of: tables) { return queue }
        try? queue.close()
        return nil
    }

    private static func tables(_ queue: DatabaseQueue) throws -> Set<String> {
        try queue.unsafeRead { database in
            let sql = """
                SELECT name || ': ' || ifnull(sql, '') FROM sqlite_master
                WHERE typeof(name) = 'text' AND typeof(sql) IN ('text', 'null')
                """
            return Set(try String.fetchAll(database, sql: sql))
        }
    }

    /// The first page of a new database, for a file of that length; the free list is dropped.
    private static func page(_ fresh: [UInt8], lengthOfFile length: Int) -> [UInt8] {
        var page = fresh
        let pages = UInt32(truncatingIfNeeded: max(1, length / pageSize))
        withUnsafeBytes(of: pages.bigEndian) { page.replaceSubrange(28..<32, with: $0) }
        page.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
        // SQLite uses the number of pages only if these two fields are equal.
        page.replaceSubrange(92..<96, with: page[24..<28])
        return page
    }
}
