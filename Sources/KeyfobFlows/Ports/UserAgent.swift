public import KeyfobCore

/// A user agent that shows pages to a user and returns the redirect: a system browser with a loopback listener, an
/// authentication session, a test's script.
public protocol UserAgent: Sendable {
    /// Prepares to receive a redirect, before anything is shown.
    ///
    /// - Parameter redirectURI: as registered. For a loopback URI without a port, the session's
    ///   ``UserAgentSession/redirectURI`` has the port of the listener (RFC 8252 section 7.3).
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if it cannot receive that redirect.
    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession
}

/// One sign-in in a user agent.
public protocol UserAgentSession: Sendable {
    /// The value of `redirect_uri`.
    var redirectURI: RedirectURI { get }

    /// Shows a page and waits until a redirect is accepted.
    ///
    /// - Parameters:
    ///   - url: the page.
    ///   - accepting: checks each redirect. A foreign one gets an error page and is otherwise ignored: every local
    ///     process can send one, and it must not end the sign-in.
    /// - Returns: the complete URL of the accepted redirect.
    /// - Throws: ``AuthError`` with code `userCanceled` if the user closed the page, `canceled` if the task was
    ///   cancelled, `userAgentUnavailable` if the page could not be shown.
    func present(
        _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
    ) async throws(AuthError) -> String

    /// Shows the user how it ended, in the page that redirected, if that still waits for it. Called before ``end()`` if a
    /// redirect was accepted: the code was redeemed by then, or was not. Does nothing by default.
    func show(_ outcome: PageOutcome) async

    /// Whether the session gets only redirects, as from the system's browser, and no other events. False by default.
    var receivesOnlyRedirects: Bool { get }

    /// Stops receiving redirects. Called once, in every case.
    func end() async
}

extension UserAgentSession {
    /// False: the user can close the page, and the session reports it.
    package var receivesOnlyRedirects: Bool { false }

    /// Shows nothing.
    public func show(_ outcome: PageOutcome) async {}
}

/// How a page ended that a user saw.
public enum PageOutcome: Sendable {
    /// The user is signed in.
    case signedIn
    /// The user is signed out.
    case signedOut
    /// Neither; the error has the reason and the next step.
    case failed(AuthError)
}

/// Whether a redirect is the response that a sign-in waits for.
public enum RedirectDecision: Sendable, Hashable {
    /// It is; the flag selects the page to show to the user: success or failure.
    case accepted(isSuccess: Bool)
    /// It belongs to another request, or to none.
    case foreign
}
