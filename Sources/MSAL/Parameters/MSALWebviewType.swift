/// The type of the view that shows the sign-in page.
///
/// The retired `UIWebView` is not included: an app that uses it does not compile.
#if canImport(ObjectiveC)
@objc(MSALWebviewType)
#endif
public enum MSALWebviewType: Int, Sendable {
    /// The platform's standard one for the app's redirect URI: the system's browser for a loopback redirect; for an
    /// app's custom scheme `ASWebAuthenticationSession` on iOS and an embedded view on macOS. Where there is no such
    /// view, as on Linux, it is the user agent of the application's environment.
    case `default`
    /// `ASWebAuthenticationSession`, which shares cookies with Safari; the user agent of the application's environment
    /// on Linux.
    case authenticationSession
    #if !os(macOS)
    /// `SFSafariViewController`; the user agent of the application's environment on Linux. Not on macOS.
    case safariViewController
    #endif
    /// An embedded view with a separate cookie jar: `WKWebView` on Apple's platforms; on Linux the one of
    /// ``MSALWebviewParameters``.
    case wkWebView
}
