/// A kind of text from unauthenticated clients, and the parser for it.
struct InputSample: Sendable {
    let name: String
    /// The smallest size to measure; three doublings follow.
    let start: Int
    /// The size that the provider's limits allow at most.
    let limit: Int
    /// Makes a text of a size, and returns its parsing, which must succeed or fail only at its end.
    let prepare: @Sendable (_ size: Int) -> () -> Void
}
