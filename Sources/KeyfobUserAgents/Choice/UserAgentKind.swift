public import KeyfobCore

/// The kinds of user agent that there are. Which one a sign-in gets is chosen for the application
/// (`ClientEnvironment.userAgent`) or for one request (`InteractiveParameters.userAgent`).
public enum UserAgentKind: String, Sendable, Hashable, CaseIterable {
    /// The system's browser, with a redirect to a loopback port: ``LoopbackUserAgent``. It shares the person's cookies.
    case systemBrowser
    /// `ASWebAuthenticationSession`. It shares Safari's cookies, unless it is ephemeral.
    case authenticationSession
    /// `SFSafariViewController`, whose cookies are the app's own.
    case safariViewController
    /// Pages that the app draws itself: ``EmbeddedUserAgent``, with a cookie jar of its own.
    case embedded

    /// The platforms that differ in what they have.
    public enum Platform: String, Sendable, Hashable, CaseIterable {
        /// Linux
        case linux
        /// macOS
        case macOS
        /// iOS, iPadOS and visionOS
        case iOS

        /// This one.
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

    /// The kind that a redirect URI gets unless the app chooses: a loopback redirect can only come from the system's
    /// browser. For an app's own scheme it is the authentication session on iOS, whose cookies spare the password, and on
    /// macOS the embedded one, as MSAL's guide advises those who come from ADAL; Linux opens apps with no addresses, so
    /// that there the page has to be the app's own.
    public static func standard(for redirectURI: RedirectURI, on platform: Platform = .current) -> UserAgentKind {
        if redirectURI.isLoopback { return .systemBrowser }
        return platform == .iOS ? .authenticationSession : .embedded
    }

    /// The kinds that a platform has.
    public static func available(on platform: Platform) -> [UserAgentKind] {
        switch platform {
        case .linux: [.systemBrowser, .embedded]
        case .macOS: [.systemBrowser, .authenticationSession, .embedded]
        case .iOS: allCases
        }
    }

    /// Whether the person's cookies in the system's browser count, so that who is signed in there need not be again.
    public var sharesSystemCookies: Bool { self == .systemBrowser || self == .authenticationSession }
}
