/// A kind of text that a stranger can send, and what takes it apart.
struct InputSample: Sendable {
    let name: String
    /// The smallest size whose cost is taken; three doublings follow.
    let start: Int
    /// The size that the provider's limits allow at most.
    let limit: Int
    /// Makes a text of a size, and what takes it apart, which must succeed or fail only at its end.
    let prepare: @Sendable (_ size: Int) -> () -> Void
}
