/// The limits within which a server serves its clients.
package struct ServerLimits: Sendable, Hashable {
    /// The largest request body that is handled, in bytes; a larger one gets 413.
    package var bodyBytes: Int
    /// How much of a body that is too large is still read, in bytes, so that a client that sends all before it reads
    /// gets its 413. Beyond that the connection is closed.
    package var discardedBytes: Int
    /// The largest sum of all header fields, and the largest request target, in bytes.
    package var headerBytes: Int
    /// The largest number of header fields.
    package var headerCount: Int
    /// The seconds without a byte after which a connection is closed.
    package var idleSeconds: Int
    /// The largest number of connections; one more gets 503 for its first request.
    package var connections: Int
    /// The largest number of further connections that get 503; beyond it they are closed.
    package var connectionsOverLimit: Int
    /// The seconds that a client has for a whole request, from the beginning of the connection or the last response,
    /// and for reading a response.
    package var requestSeconds: Int

    /// The seconds that a connection over the limit has for its request.
    static let secondsOverLimit = 5

    /// Makes limits.
    package init(
        bodyBytes: Int = 1 << 20, discardedBytes: Int = 16 << 20, headerBytes: Int = 32 << 10, headerCount: Int = 100,
        idleSeconds: Int = 60, connections: Int = 400, connectionsOverLimit: Int = 40, requestSeconds: Int = 60
    ) {
        self.bodyBytes = bodyBytes
        self.discardedBytes = discardedBytes
        self.headerBytes = headerBytes
        self.headerCount = headerCount
        self.idleSeconds = idleSeconds
        self.connections = connections
        self.connectionsOverLimit = connectionsOverLimit
        self.requestSeconds = requestSeconds
    }

    /// 1 MiB of body, 32 KiB of header fields, 400 connections, 60 seconds for a request.
    ///
    /// By default a process may have 1,024 files open, and a provider has two servers.
    package static let standard = ServerLimits()
}
