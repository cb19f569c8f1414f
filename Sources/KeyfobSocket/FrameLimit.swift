/// The largest frame that either end accepts, in bytes.
public enum FrameLimit {
    /// One mebibyte: a hundred times what any message of ours needs.
    public static let bytes = 1 << 20
}
