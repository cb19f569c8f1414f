public import KeyfobCore
public import KeyfobFlows

/// Signs in inside the app, in pages that it shows itself, as ADAL did. The user agent has its own cookies, so a user
/// who is signed in at the system's browser has to sign in here too.
///
/// A page stays on TLS: any address other than `https`, the redirect URI and WebKit's addresses for empty frames ends
/// the sign-in. The redirect itself is never loaded, so it may have any scheme. The system's browser is the better
/// choice (RFC 8252 section 8.12): an app that shows the page can read the user's input.
public struct EmbeddedUserAgent: UserAgent {
    private let makeRenderer: @Sendable () async -> any PageRenderer
    private let openOutside: (any BrowserLauncher)?
    private let events: (@Sendable (PageEvent) -> Void)?

    /// Makes the user agent.
    ///
    /// - Parameters:
    ///   - renderer: makes the renderer of the pages of one sign-in. It determines whether two sign-ins share cookies.
    ///   - openOutside: opens an address that a page requests to open in the system's browser (`browser://`); nil
    ///     ignores such requests.
    ///   - events: gets the events of the pages.
    public init(
        openOutside: (any BrowserLauncher)? = nil, events: (@Sendable (PageEvent) -> Void)? = nil,
        renderer: @escaping @Sendable () async -> any PageRenderer
    ) {
        makeRenderer = renderer
        self.openOutside = openOutside
        self.events = events
    }

    /// Makes the renderer. Any redirect URI is accepted.
    public func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        EmbeddedSession(
            redirectURI: redirectURI, renderer: await makeRenderer(), openOutside: openOutside, events: events)
    }
}
