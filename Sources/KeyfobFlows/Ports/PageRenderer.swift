public import KeyfobCore

/// The port for what draws pages inside an app: a web view, a test's script. Its cookies are its own; nothing of the
/// system's browser shows in it, and nothing that it learns shows there.
public protocol PageRenderer: Sendable {
    /// Shows a page, and asks before each navigation, the first one and those of redirects and frames included. It ends
    /// once the judge has said ``NavigationVerdict/stop``.
    ///
    /// - Parameters:
    ///   - url: the page.
    ///   - judging: says what to do with an address; called for each navigation before anything is loaded.
    ///   - telling: hears what becomes of the pages.
    /// - Throws: ``AuthError`` with code `userCanceled` if the person closed the page, `userAgentUnavailable` if it cannot
    ///   be shown, `network` if the page cannot be loaded, `canceled` if the task was cancelled.
    func show(
        _ url: HTTPURL, judging: @escaping @Sendable (String) -> NavigationVerdict,
        telling: @escaping @Sendable (PageEvent) -> Void
    ) async throws(AuthError)

    /// Takes the page away. Called once, whatever happened.
    func dismiss() async
}

/// What a renderer does with an address.
public enum NavigationVerdict: Sendable, Hashable {
    /// Loads it.
    case load
    /// Loads nothing more: the answer is there, or the page went where it must not.
    case stop
    /// Does not load it, and stays on the page: another program is asked to open it.
    case ignore
}

/// What becomes of the pages that a renderer shows, in order.
public enum PageEvent: Sendable, Hashable {
    /// A page begins to load; the address without its query.
    case didStartLoad(String)
    /// It has loaded.
    case didFinishLoad(String)
    /// It has failed.
    case didFail(String)
    /// The sign-in has come to its end, and the page goes.
    case didComplete
}
