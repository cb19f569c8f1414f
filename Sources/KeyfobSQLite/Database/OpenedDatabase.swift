public import GRDB

/// A database that is open and has the schema that was asked for.
public struct OpenedDatabase: Sendable {
    /// The connection.
    public let queue: DatabaseQueue
    /// Where a damaged predecessor was put when this one was begun; nil if there was none. Tell people: what it
    /// held is not in this one.
    public let setAside: String?
}
