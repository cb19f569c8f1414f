public import KeyfobOAuth

/// What the provider does with a request: almost always an answer at once, but on demand it is late or does not come,
/// so that clients can be tried on it.
public struct ProviderReply: Sendable {
    /// The answer; nil means that the connection is closed instead.
    public var response: HTTPResponse?
    /// How many milliseconds to wait before that, at most ``longestDelay``.
    public var delay: Int

    /// The longest delay in milliseconds.
    public static let longestDelay = 60_000

    /// Makes a reply.
    public init(_ response: HTTPResponse?, delay: Int = 0) {
        self.response = response
        self.delay = min(max(delay, 0), Self.longestDelay)
    }
}
