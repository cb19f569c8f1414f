public import KeyfobCore
public import KeyfobFlows

/// Signs in inside the app, in pages that it draws itself: the nearest to what ADAL did. The cookies are this user agent's
/// alone, so nobody who is signed in at the system's browser is signed in here.
///
/// A page stays on TLS: any other address than `https`, the redirect URI and what WebKit needs for empty frames ends the
/// sign-in. The redirect itself is never loaded, so it may have any scheme. RFC 8252 section 8.12 says why the system's
/// browser is the better choice: an app that draws the page can read what the person types.
public struct EmbeddedUserAgent: UserAgent {
    private let makeRenderer: @Sendable () async -> any PageRenderer
    private let openOutside: (any BrowserLauncher)?
    private let events: (@Sendable (PageEvent) -> Void)?

    /// Makes the user agent.
    ///
    /// - Parameters:
    ///   - renderer: makes what draws the pages of one sign-in. Whether two sign-ins share cookies is its own affair.
    ///   - openOutside: opens an address that a page wants to have opened in the system's browser (`browser://`); nil
    ///     ignores such wishes.
    ///   - events: hears what becomes of the pages.
    public init(
        openOutside: (any BrowserLauncher)? = nil, events: (@Sendable (PageEvent) -> Void)? = nil,
        renderer: @escaping @Sendable () async -> any PageRenderer
    ) {
        makeRenderer = renderer
        self.openOutside = openOutside
        self.events = events
    }

    /// Makes ready what draws the pages. Any redirect URI will do.
    public func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        EmbeddedSession(
            redirectURI: redirectURI, renderer: await makeRenderer(), openOutside: openOutside, events: events)
    }
}
