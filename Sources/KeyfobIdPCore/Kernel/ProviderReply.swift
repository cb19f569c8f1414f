package import KeyfobOAuth

/// The provider's reply to a request: almost always an immediate response, but a forced error can delay or drop it, to
/// test clients.
package struct ProviderReply: Sendable {
    /// The response; nil means that the connection is closed instead.
    package var response: HTTPResponse?
    /// The milliseconds to wait before that, at most ``longestDelay``.
    package var delay: Int

    /// The longest delay in milliseconds.
    package static let longestDelay = 60_000

    /// Makes a reply.
    package init(_ response: HTTPResponse?, delay: Int = 0) {
        self.response = response
        self.delay = min(max(delay, 0), Self.longestDelay)
    }
}
