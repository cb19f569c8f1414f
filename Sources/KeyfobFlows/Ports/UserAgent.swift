public import KeyfobCore

/// The port for what shows pages to a person and brings back the redirect: a system browser with a loopback listener,
/// an authentication session, a test's script.
public protocol UserAgent: Sendable {
    /// Makes ready to receive a redirect, before anything is shown.
    ///
    /// - Parameter redirectURI: as registered. For a loopback URI without a port the session's own
    ///   ``UserAgentSession/redirectURI`` has the port that is listened on (RFC 8252 section 7.3).
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if it cannot receive that redirect.
    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession
}

/// One sign-in at a user agent.
public protocol UserAgentSession: Sendable {
    /// What to send as `redirect_uri`.
    var redirectURI: RedirectURI { get }

    /// Shows a page and waits until a redirect comes that is accepted.
    ///
    /// - Parameters:
    ///   - url: the page.
    ///   - accepting: judges each redirect that comes. A foreign one is answered with an error page and forgotten:
    ///     anyone on the machine can send one, and it must not end the sign-in.
    /// - Returns: the URL of the accepted redirect, whole.
    /// - Throws: ``AuthError`` with code `userCanceled` if the person closed the page, `canceled` if the task was
    ///   cancelled, `userAgentUnavailable` if the page could not be shown.
    func present(
        _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectVerdict
    ) async throws(AuthError) -> String

    /// Whether nothing but a redirect is heard of the page, as of one in the system's browser. False by default.
    var hearsRedirectsAlone: Bool { get }

    /// Stops receiving. Called once, whatever happened.
    func end() async
}

extension UserAgentSession {
    /// False: the person can close the page, and the session reports it.
    public var hearsRedirectsAlone: Bool { false }
}
