public import KeyfobCore

/// The kinds of user agent. Which one a sign-in gets is chosen for the application (`ClientEnvironment.userAgent`) or
/// for one request (`InteractiveParameters.userAgent`).
public enum UserAgentKind: String, Sendable, Hashable, CaseIterable {
    /// The system's browser, with a redirect to a loopback port: ``LoopbackUserAgent``. It shares the user's cookies.
    case systemBrowser
    /// `ASWebAuthenticationSession`. It shares Safari's cookies, unless it is ephemeral.
    case authenticationSession
    /// `SFSafariViewController`, whose cookies are the app's own.
    case safariViewController
    /// Pages that the app shows itself: ``EmbeddedUserAgent``, with its own cookies.
    case embedded

    /// The platforms, which have different kinds of user agent.
    public enum Platform: String, Sendable, Hashable, CaseIterable {
        /// Linux
        case linux
        /// macOS
        case macOS
        /// iOS, iPadOS and visionOS
        case iOS

        /// The current platform.
        public static var current: Platform {
            #if os(macOS)
            .macOS
            #elseif os(iOS) || os(visionOS)
            .iOS
            #else
            .linux
            #endif
        }
    }

    /// The default kind for a redirect URI: a loopback redirect needs the system's browser. For an app's own scheme it
    /// is the authentication session on iOS, whose cookies may save the user the password, and on macOS the embedded
    /// one, as MSAL's guide recommends for apps that come from ADAL. Linux does not open apps with addresses, so the
    /// app has to show the page itself.
    public static func standard(for redirectURI: RedirectURI, on platform: Platform = .current) -> UserAgentKind {
        if redirectURI.isLoopback { return .systemBrowser }
        return platform == .iOS ? .authenticationSession : .embedded
    }

    /// The kinds that are available on a platform.
    public static func available(on platform: Platform) -> [UserAgentKind] {
        switch platform {
        case .linux: [.systemBrowser, .embedded]
        case .macOS: [.systemBrowser, .authenticationSession, .embedded]
        case .iOS: allCases
        }
    }

    /// Whether the cookies of the system's browser are used, so that a user who is signed in there need not sign in
    /// again.
    public var sharesSystemCookies: Bool { self == .systemBrowser || self == .authenticationSession }
}
