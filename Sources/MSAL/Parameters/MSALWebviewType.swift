/// What shows the sign-in page.
///
/// The retired `UIWebView` is not among them: an app that names it does not compile.
#if canImport(ObjectiveC)
@objc(MSALWebviewType)
#endif
public enum MSALWebviewType: Int, Sendable {
    /// The platform's best: `ASWebAuthenticationSession` on Apple's platforms, the system's browser on Linux.
    case `default`
    /// `ASWebAuthenticationSession`, which shares cookies with Safari; the system's browser on Linux.
    case authenticationSession
    #if !os(macOS)
    /// `SFSafariViewController`; the system's browser on Linux. Not on macOS.
    case safariViewController
    #endif
    /// An embedded view with a cookie jar of its own: `WKWebView` on Apple's platforms; on Linux the user agent that
    /// ``MSALWebviewParameters`` brings.
    case wkWebView
}
