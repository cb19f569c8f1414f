public import Foundation
public import KeyfobFlows

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

/// What shows the sign-in page.
#if canImport(ObjectiveC)
@objc(MSALWebviewParameters)
@objcMembers
#endif
public final class MSALWebviewParameters: NSObject, NSCopying {
    #if canImport(WebKit)
    /// The view controller over which the page is shown; nil only if ``init(userAgent:)`` made the parameters.
    public var parentViewController: MSALViewController?
    /// The view that shows the page with ``MSALWebviewType/wkWebView``; nil for one of the SDK's own.
    public var customWebview: WKWebView?
    #endif
    #if canImport(UIKit) && canImport(WebKit)
    /// How the page is presented.
    public var presentationStyle = UIModalPresentationStyle.fullScreen
    #endif
    /// Whether the page shares no cookies with the browser, and keeps none; false by default.
    public var prefersEphemeralWebBrowserSession = false
    /// What shows the page; the platform's best by default.
    public var webviewType = MSALWebviewType.default
    /// Shows the page in place of ``webviewType``'s own; nil leaves it to that. An addition to MSAL.
    public var userAgent: (any UserAgent)?
    /// Makes what draws the pages of ``MSALWebviewType/wkWebView`` where there is no `WKWebView`: a web view of another
    /// kind, or a test's. Its progress is told by the notifications. An addition to MSAL.
    public var pageRenderer: (@Sendable () async -> any PageRenderer)?

    #if canImport(WebKit)
    /// Makes parameters.
    ///
    /// - Parameter parentViewController: over which the page is shown.
    #if canImport(ObjectiveC)
    @objc(initWithAuthPresentationViewController:)
    #endif
    public init(authPresentationViewController parentViewController: MSALViewController) {
        self.parentViewController = parentViewController
    }

    /// The configuration that a ``customWebview`` needs for signing in.
    @MainActor
    public class var defaultWKWebviewConfiguration: WKWebViewConfiguration { WKWebViewConfiguration() }
    #endif

    /// Makes parameters without a view controller: for SwiftUI and tests on Apple's platforms, and the way on Linux. An
    /// addition to MSAL.
    ///
    /// - Parameter userAgent: shows the page; nil means what the application's environment has, the system's browser.
    public init(userAgent: (any UserAgent)? = nil) { self.userAgent = userAgent }

    /// Parameters of their own with the same values.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    public func copy(with zone: NSZone? = nil) -> Any { duplicate() }

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
