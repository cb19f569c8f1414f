public import GRDB

/// A database that is open and has the schema that was asked for.
public struct OpenedDatabase: Sendable {
    /// The connection.
    public let queue: DatabaseQueue
    /// Where a damaged predecessor was put when this one was begun; nil if there was none. Tell people: what it held
    /// is here only as far as it could be salvaged.
    public let setAside: String?
    /// How many entries of the damaged predecessor are in this one.
    public let salvaged: Int

    init(queue: DatabaseQueue, setAside: String? = nil, salvaged: Int = 0) {
        self.queue = queue
        self.setAside = setAside
        self.salvaged = salvaged
    }
}

/// Reads a database as its store does, and throws if it is not what the store writes; SQLite knows only whether it is a
/// database.
public typealias DatabaseProbe = @Sendable (_ database: Database) throws -> Void

/// Copies what can still be read of a damaged database into a fresh one, and returns how many entries those were.
///
/// Any statement on the damaged one may fail, and any column may hold a value of another type than it was written
/// with. An error that is thrown leaves the damaged database in its place.
public typealias DatabaseSalvage = @Sendable (_ damaged: DatabaseQueue, _ fresh: DatabaseQueue) throws -> Int
