package import KeyfobOAuth

/// The provider's response to a request: almost always an immediate response, but a forced error can delay or drop it, to
/// test clients.
package struct ProviderResponse: Sendable {
    /// The response; nil means that the connection is closed instead.
    package var response: HTTPResponse?
    /// The milliseconds to wait before that, at most ``longestDelay``.
    package var delay: Int

    /// The longest delay in milliseconds.
    package static let longestDelay = 60_000

    /// Makes a response.
    package init(_ response: HTTPResponse?, delay: Int = 0) {
        self.response = response
        self.delay = min(max(delay, 0), Self.longestDelay)
    }
}

extension HTTPResponse {
    static let tooLarge = HTTPResponse.text("The body is larger than 1 MiB.", status: 413)

    static let nothingHere = HTTPResponse.text("There is nothing at this address.", status: 404)

    static func text(_ text: String, status: Int) -> HTTPResponse {
        HTTPResponse(
            status: status, fields: ["Content-Type": "text/plain; charset=utf-8"], body: Array((text + "\n").utf8))
    }

    /// A redirect that the browser follows with GET (RFC 9110 section 15.4.4), so that no password is sent along.
    package static func seeOther(_ location: String) -> HTTPResponse {
        HTTPResponse(status: 303, fields: ["Location": location])
    }
}
