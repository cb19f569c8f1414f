package import KeyfobBrokerProtocol
package import KeyfobCore

/// The port through which the broker shows pages to the user: a window, a local browser, or a script in tests.
package protocol BrokerScreen: Sendable {
    /// Opens the broker's window for the user.
    ///
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if nothing can be shown.
    func open(_ occasion: WindowReason) async throws(AuthError) -> any BrokerScreenSession
}

/// A window of the broker's while it is open.
package protocol BrokerScreenSession: Sendable {
    /// Shows a page until the user has responded to it.
    ///
    /// - Throws: ``AuthError`` with code `userCanceled` if the user closed it, `canceled` if the task was cancelled,
    ///   `userAgentUnavailable` if it cannot be shown.
    func show(_ page: BrokerPage) async throws(AuthError) -> PageSubmission

    /// Closes the window. Called once, whatever happened.
    func close() async
}

/// The reason why the broker opens its window.
package struct WindowReason: Sendable, Hashable {
    /// The requesting app, as far as it is known.
    package var app: RequestingApp
    /// The channel of the request: for the single sign-on extension the window opens above the requesting app, for a
    /// URL the broker comes to the front.
    package var channel: CallerIdentity.Channel

    /// Makes an occasion.
    package init(app: RequestingApp, channel: CallerIdentity.Channel) {
        self.app = app
        self.channel = channel
    }
}

/// A page to be shown: one of the broker's own, or one that a provider served.
package struct BrokerPage: Sendable {
    /// The markup.
    package var html: String
    /// The URL that it came from, to which its forms and links are relative; nil for a page of the broker's own.
    package var address: HTTPURL?
    /// Whether the page is the broker's own or a trusted identity provider's. The style of any other page is removed,
    /// since it could hide whose page it is.
    package var isTrusted: Bool

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - html: the markup.
    ///   - address: the URL that it came from; nil for a page of the broker's own.
    ///   - isTrusted: whether its host is trusted; nil to trust only the broker's own pages.
    package init(html: String, address: HTTPURL? = nil, isTrusted: Bool? = nil) {
        self.html = html
        self.address = address
        self.isTrusted = isTrusted ?? (address == nil)
    }
}
