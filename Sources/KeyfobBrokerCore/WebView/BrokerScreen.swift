public import KeyfobBrokerProtocol
public import KeyfobCore

/// The port through which the broker shows pages to a person: a window, a local browser, a test's script.
public protocol BrokerScreen: Sendable {
    /// Brings the broker before the person.
    ///
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if nothing can be shown.
    func open(_ occasion: ScreenOccasion) async throws(AuthError) -> any BrokerScreenSession
}

/// One time that the broker is before the person.
public protocol BrokerScreenSession: Sendable {
    /// Shows a page until the person has done something at it.
    ///
    /// - Throws: ``AuthError`` with code `userCanceled` if the person closed it, `canceled` if the task was cancelled,
    ///   `userAgentUnavailable` if it cannot be shown.
    func show(_ page: BrokerPage) async throws(AuthError) -> PageSubmission

    /// Takes the broker away. Called once, whatever happened.
    func close() async
}

/// Why the broker shows itself.
public struct ScreenOccasion: Sendable, Hashable {
    /// The app that asks, as far as it is known.
    public var app: RequestingApp
    /// Which way it asked: the single sign-on extension stays above the app that asked, a URL brings the broker to the
    /// front in its place.
    public var channel: CallerIdentity.Channel

    /// Makes an occasion.
    public init(app: RequestingApp, channel: CallerIdentity.Channel) {
        self.app = app
        self.channel = channel
    }
}

/// A page to be shown: one of the broker's own, or one that a provider served.
public struct BrokerPage: Sendable {
    /// The markup.
    public var html: String
    /// Where it came from, to which its forms and links are relative; nil for a page of the broker's own.
    public var address: HTTPURL?
    /// Whether it is one of the broker's own, or of an identity provider that somebody vouches for. What another page looks
    /// like is not its own to say, for it could paint over whose page it is.
    public var isTrusted: Bool

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - html: the markup.
    ///   - address: where it came from; nil for a page of the broker's own.
    ///   - isTrusted: whether somebody vouches for whoever made it; nil means that it is the broker's own.
    public init(html: String, address: HTTPURL? = nil, isTrusted: Bool? = nil) {
        self.html = html
        self.address = address
        self.isTrusted = isTrusted ?? (address == nil)
    }
}
