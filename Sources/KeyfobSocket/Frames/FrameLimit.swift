/// The limits for both ends of a local socket, in bytes.
package enum FrameLimit {
    /// The largest frame: a hundred times the size of any message.
    package static let bytes = 1 << 20
    /// How much may wait to be written before no more is read from the same peer, so that one that sends requests
    /// without reading the responses is slowed down.
    static let highWater = 1 << 20
    /// How much may wait before the connection is closed.
    static let backlog = 1 << 24
}
