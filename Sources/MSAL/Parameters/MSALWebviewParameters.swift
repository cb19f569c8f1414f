public import Foundation
public import KeyfobFlows
import KeyfobUserAgents

#if canImport(UIKit) && canImport(WebKit)
public import UIKit
public import WebKit
#elseif canImport(AppKit) && canImport(WebKit)
public import AppKit
public import WebKit
#endif

#if canImport(UIKit) && canImport(WebKit)
/// The platform's view controller.
public typealias MSALViewController = UIViewController
#elseif canImport(AppKit) && canImport(WebKit)
/// The platform's view controller.
public typealias MSALViewController = NSViewController
#endif

/// The settings of the sign-in page.
#if canImport(ObjectiveC)
@objc(MSALWebviewParameters)
@objcMembers
#endif
open class MSALWebviewParameters: NSObject, NSCopying {
    #if canImport(WebKit)
    /// The view controller over which the page is shown; nil only if ``init(userAgent:)`` made the parameters.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var parentViewController: MSALViewController!
    /// The view that shows the page with ``MSALWebviewType/wkWebView``; nil for a view of the SDK.
    open var customWebview: WKWebView?
    #endif
    #if canImport(UIKit) && canImport(WebKit)
    /// How the page is presented.
    open var presentationStyle = UIModalPresentationStyle.fullScreen
    #endif
    /// Whether the page shares no cookies with the browser, and stores none; false by default.
    open var prefersEphemeralWebBrowserSession = false
    /// The type of the view that shows the page; the platform's standard one by default.
    open var webviewType = MSALWebviewType.default
    /// The user agent that shows the page in place of that of ``webviewType``; nil for that one. An addition to MSAL.
    open var userAgent: (any UserAgent)?
    /// Makes the renderer of the pages of ``MSALWebviewType/wkWebView`` where there is no `WKWebView`: another kind of
    /// web view, or a test's. Notifications report its progress. An addition to MSAL.
    open var pageRenderer: (@Sendable () async -> any PageRenderer)?

    #if canImport(WebKit)
    /// Makes parameters.
    ///
    /// - Parameter parentViewController: the view controller over which the page is shown.
    #if canImport(ObjectiveC)
    @objc(initWithAuthPresentationViewController:)
    #endif
    public init(authPresentationViewController parentViewController: MSALViewController) {
        self.parentViewController = parentViewController
    }

    /// The configuration that a ``customWebview`` needs for signing in: its user agent states that it understands device
    /// challenges.
    @MainActor
    open class var defaultWKWebviewConfiguration: WKWebViewConfiguration {
        WebKitPageRenderer.standardConfiguration
    }
    #endif

    /// Makes parameters without a view controller: for SwiftUI and tests on Apple's platforms, and on Linux. An
    /// addition to MSAL.
    ///
    /// - Parameter userAgent: shows the page; nil means the user agent of the application's environment, the system's
    ///   browser.
    public init(userAgent: (any UserAgent)? = nil) { self.userAgent = userAgent }

    /// Returns a copy with the same values.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    open func copy(with zone: NSZone? = nil) -> Any { duplicate() }

    func duplicate() -> MSALWebviewParameters {
        let copy = MSALWebviewParameters(userAgent: userAgent)
        copy.pageRenderer = pageRenderer
        #if canImport(WebKit)
        copy.parentViewController = parentViewController
        copy.customWebview = customWebview
        #endif
        #if canImport(UIKit) && canImport(WebKit)
        copy.presentationStyle = presentationStyle
        #endif
        copy.prefersEphemeralWebBrowserSession = prefersEphemeralWebBrowserSession
        copy.webviewType = webviewType
        return copy
    }
}

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
    #if canImport(ObjectiveC)
    @objc(MSALWebviewTypeWKWebView)
    #endif
    case wkWebView
}
