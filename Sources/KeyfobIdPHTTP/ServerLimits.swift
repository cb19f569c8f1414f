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

    /// Makes limits.
    public init(
        bodyBytes: Int = 1 << 20, discardedBytes: Int = 16 << 20, headerBytes: Int = 32 << 10, headerCount: Int = 100,
        idleSeconds: Int = 60
    ) {
        self.bodyBytes = bodyBytes
        self.discardedBytes = discardedBytes
        self.headerBytes = headerBytes
        self.headerCount = headerCount
        self.idleSeconds = idleSeconds
    }

    /// 1 MiB of body, 32 KiB of header fields, 60 seconds of silence.
    public static let standard = ServerLimits()
}
