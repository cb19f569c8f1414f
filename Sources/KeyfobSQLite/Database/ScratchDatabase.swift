import Foundation
import GRDB
import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A database under a name that only the holder of a store's lock uses, for a while.
struct ScratchDatabase {
    /// SQLite's page size where nobody asked for another: what every database of ours has.
    private static let pageSize = 4096

    let path: String

    /// Deletes the files.
    func remove() { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }

    /// Copies a damaged database and opens the copy; nil if it cannot be opened at all.
    ///
    /// A copy, so that nothing is changed in the original: the first page says where everything else is, and one that
    /// is lost is replaced by that of a fresh database, whose tables stand in the same places.
    ///
    /// - Parameter template: the fresh database, all of it in its own file.
    /// - Throws: any error of copying; a full disk above all.
    func open(copying original: String, template: String) throws -> DatabaseQueue? {
        guard let first = try PrivateFile.read(template, limit: Self.pageSize), first.count == Self.pageSize else {
            return nil
        }
        let tables = try Self.tables(DatabaseQueue(path: template))
        try copy(original)
        if let queue = opened(expecting: tables) { return queue }
        try copy(original)
        try PrivateFile.overwriteBeginning(of: path) { Self.page(first, lengthOfFile: $0) }
        return opened(expecting: tables)
    }

    /// Only a database that is known to be damaged is read past SQLite, which drops this process's locks on it.
    private func copy(_ original: String) throws {
        remove()
        for suffix in ["", "-wal"] { try PrivateFile.copy(original + suffix, to: path + suffix) }
    }

    /// Opens the copy if these tables and indices can be seen, each defined as it should be.
    private func opened(expecting tables: Set<String>) -> DatabaseQueue? {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            // Lets SQLite read a database that lacks pages at its end.
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

    /// The first page of a fresh database, for a file of that length; the list of free pages is given up.
    private static func page(_ fresh: [UInt8], lengthOfFile length: Int) -> [UInt8] {
        var page = fresh
        let pages = UInt32(truncatingIfNeeded: max(1, length / pageSize))
        withUnsafeBytes(of: pages.bigEndian) { page.replaceSubrange(28..<32, with: $0) }
        page.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
        // The number of pages counts only where these two agree.
        page.replaceSubrange(92..<96, with: page[24..<28])
        return page
    }
}
