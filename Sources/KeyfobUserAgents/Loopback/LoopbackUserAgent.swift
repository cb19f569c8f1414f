public import KeyfobCore
public import KeyfobFlows

/// Signs in with the system's browser, and receives the redirect on the loopback interface (RFC 8252 section 7.3).
///
/// The listener is open from ``begin(_:)`` to the end of the session, on 127.0.0.1 and ::1 at one port: an unused one,
/// or the one that the redirect URI names. It accepts GET requests to the redirect URI's path only, and parses them
/// strictly and with a size limit. A redirect that the app does not accept gets an error page, and the wait continues.
/// The accepted one gets its page once the code was redeemed: it says whether the user is signed in.
public struct LoopbackUserAgent: UserAgent {
    private let browser: any BrowserLauncher
    private let timeoutSeconds: Double
    private let app: String?
    private let onStray: (@Sendable (StrayResponse) -> Void)?

    /// Makes the user agent.
    ///
    /// - Parameters:
    ///   - browser: shows the sign-in page's address.
    ///   - timeoutSeconds: how long a sign-in may take, in seconds; at most a day.
    ///   - app: the app's name for the page at the end; nil for "the app".
    ///   - onStray: called for a response that is not accepted, a few times at most for each sign-in.
    public init(
        browser: any BrowserLauncher, timeoutSeconds: Double = 600, app: String? = nil,
        onStray: (@Sendable (StrayResponse) -> Void)? = nil
    ) {
        self.browser = browser
        self.app = app
        self.onStray = onStray
        self.timeoutSeconds = timeoutSeconds.isNaN ? 0 : min(max(timeoutSeconds, 0), 86_400)
    }

    /// Opens the listener.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if the redirect URI is not a loopback URI, and
    ///   `userAgentUnavailable` if its port is in use or no port can be opened.
    public func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        let sockets = try LoopbackSockets.bind(for: redirectURI)
        guard let wake = WakePipe() else {
            sockets.close()
            throw AuthError(
                .userAgentUnavailable, origin: .userAgent, message: "The process has too many files open to sign in.",
                remedy: "Close some, or raise the limit (ulimit -n).")
        }
        let address: LoopbackAddress
        do {
            address = try LoopbackAddress(registered: redirectURI, port: sockets.port)
        } catch {
            sockets.close()
            throw error
        }
        return LoopbackSession(
            address: address, sockets: sockets, wake: wake, browser: browser, timeoutSeconds: timeoutSeconds,
            control: LoopbackControl(app: app, onStray: onStray))
    }
}
