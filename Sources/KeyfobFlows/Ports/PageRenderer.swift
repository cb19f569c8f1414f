public import KeyfobCore

/// A renderer of pages inside an app, such as a web view or a test's script. Its cookies are separate from those of the
/// system's browser.
public protocol PageRenderer: Sendable {
    /// Shows a page, and calls `deciding` before each navigation, including the first one and those of redirects and
    /// frames. Returns after `deciding` has returned ``NavigationDecision/stop``.
    ///
    /// - Parameters:
    ///   - url: the page.
    ///   - deciding: returns what to do with a URL; called for each navigation before anything is loaded.
    ///   - reporting: receives the events of the pages.
    /// - Throws: ``AuthError`` with code `userCanceled` if the user closed the page, `userAgentUnavailable` if it
    ///   cannot be shown, `network` if the page cannot be loaded, `canceled` if the task was cancelled.
    func show(
        _ url: HTTPURL, deciding: @escaping @Sendable (String) -> NavigationDecision,
        reporting: @escaping @Sendable (PageEvent) -> Void
    ) async throws(AuthError)

    /// Dismisses the page. Called once, in every case.
    func dismiss() async
}

/// The action of a renderer for a URL.
public enum NavigationDecision: Sendable, Hashable {
    /// Load it.
    case load
    /// Load nothing more: the response was received, or the navigation is not allowed.
    case stop
    /// Do not load it, and stay on the page: another app may open it.
    case ignore
    /// Load another URL in its place, with these header fields: the response to a device challenge. Show the fields to
    /// no other server.
    case replace(url: String, fields: [String: String])
}

/// The events of the pages that a renderer shows, in order.
public enum PageEvent: Sendable, Hashable {
    /// A page starts to load; the URL without its query.
    case didStartLoad(String)
    /// A page has loaded.
    case didFinishLoad(String)
    /// A page failed to load.
    case didFail(String)
    /// The sign-in has ended, and the page is closed.
    case didComplete
}
