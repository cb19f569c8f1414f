public import KeyfobOAuth

/// The provider's reply to a request: almost always an immediate response, but a forced error can delay or drop it, to
/// test clients.
public struct ProviderReply: Sendable {
    /// The response; nil means that the connection is closed instead.
    public var response: HTTPResponse?
    /// The milliseconds to wait before that, at most ``longestDelay``.
    public var delay: Int

    /// The longest delay in milliseconds.
    public static let longestDelay = 60_000

    /// Makes a reply.
    public init(_ response: HTTPResponse?, delay: Int = 0) {
        self.response = response
        self.delay = min(max(delay, 0), Self.longestDelay)
    }
}
