package import GRDB

/// An open database that has the requested schema.
package struct OpenedDatabase: Sendable {
    /// The connection.
    package let queue: DatabaseQueue
    /// The path to which a damaged predecessor was moved when this one was made; nil if there was none. Show it to the
    /// user: this database contains only the salvaged entries.
    package let setAside: String?
    /// The number of entries that were salvaged from the damaged predecessor.
    package let salvaged: Int

    init(queue: DatabaseQueue, setAside: String? = nil, salvaged: Int = 0) {
        self.queue = queue
        self.setAside = setAside
        self.salvaged = salvaged
    }
}

/// Reads a database as its store does, and throws if the store cannot have written it; SQLite only checks that it is a
/// database.
package typealias DatabaseProbe = @Sendable (_ database: Database) throws -> Void

/// Copies the readable entries of a damaged database into a new one, and returns their number.
///
/// Any statement on the damaged one may fail, and any column may hold a value of another type than it was written with.
/// If it throws, the damaged database stays in place.
package typealias DatabaseSalvage = @Sendable (_ damaged: DatabaseQueue, _ fresh: DatabaseQueue) throws -> Int
