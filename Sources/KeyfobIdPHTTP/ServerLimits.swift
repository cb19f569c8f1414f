/// How much a server takes from one client before it refuses.
public struct ServerLimits: Sendable, Hashable {
    /// The largest request body that is handled, in bytes; a larger one is answered with 413.
    public var bodyBytes: Int
    /// How much of a body that is too large is still read, in bytes, so that a client that sends before it listens
    /// sees its 413. Beyond that the connection is closed.
    public var discardedBytes: Int
    /// The largest sum of all header fields, and the largest request target, in bytes.
    public var headerBytes: Int
    /// The largest number of header fields.
    public var headerCount: Int
    /// After how many seconds without a byte a connection is closed.
    public var idleSeconds: Int
    /// How many connections there are at most; one more gets 503 for its first request.
    public var connections: Int
    /// How many connections there are at most to be answered so; beyond them they are closed.
    public var toldConnections: Int
    /// How many seconds a client has for a whole request, from the connection's beginning or the last answer, and for
    /// taking an answer.
    public var requestSeconds: Int

    /// How many seconds a connection that is one too many has for its request.
    static let toldSeconds = 5

    /// Makes limits.
    public init(
        bodyBytes: Int = 1 << 20, discardedBytes: Int = 16 << 20, headerBytes: Int = 32 << 10, headerCount: Int = 100,
        idleSeconds: Int = 60, connections: Int = 400, toldConnections: Int = 40, requestSeconds: Int = 60
    ) {
        self.bodyBytes = bodyBytes
        self.discardedBytes = discardedBytes
        self.headerBytes = headerBytes
        self.headerCount = headerCount
        self.idleSeconds = idleSeconds
        self.connections = connections
        self.toldConnections = toldConnections
        self.requestSeconds = requestSeconds
    }

    /// 1 MiB of body, 32 KiB of header fields, 400 connections, 60 seconds for a request.
    ///
    /// A process may have 1,024 files open unless it is told otherwise, and a provider has two servers.
    public static let standard = ServerLimits()
}
