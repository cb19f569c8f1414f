/// The sizes that both ends of a local socket keep to, in bytes.
public enum FrameLimit {
    /// The largest frame: a hundred times what any message of ours needs.
    public static let bytes = 1 << 20
    /// How much may wait to be written before nothing more is read from the same peer, so that one who asks without
    /// listening to the answers is slowed down.
    static let highWater = 1 << 20
    /// How much may wait before the connection is given up.
    static let backlog = 1 << 24
}
