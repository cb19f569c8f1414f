#if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
import Foundation
import KeyfobFlows
import KeyfobUserAgents
import KeyfobBackport
public import WebKit
#if canImport(UIKit)
public import UIKit
#endif

/// The views of Apple's platforms. Compiled against stubs, never run.
extension ADAuthenticationContext {
    /// The app's view in which the sign-in page is shown; it must be on the screen. nil means `parentController`, or
    /// else the system's browser. Not retained by the context.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var webView: WKWebView? {
        get { views.withLock { $0.webView } }
        set { views.withLock { $0.webView = newValue } }
    }

    #if canImport(UIKit)
    /// The view controller over which the sign-in page is shown, in a view that stores no cookies. Not retained by the
    /// context.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var parentController: UIViewController? {
        get { views.withLock { $0.parentController } }
        set { views.withLock { $0.parentController = newValue } }
    }
    #endif

    /// The user agent for the app's views; nil if the app has set none.
    func ownView() -> (any UserAgent)? {
        let views = views.withLock { $0 }
        if let view = views.webView {
            return EmbeddedUserAgent {
                await WebKitPageRenderer(webView: view, present: { _ in }, dismiss: { _ in })
            }
        }
        #if canImport(UIKit)
        if let parent = views.parentController {
            return EmbeddedUserAgent { await ADPageSheet.renderer(over: parent) }
        }
        #endif
        return nil
    }
}
#else
public import KeyfobFlows
import KeyfobUserAgents
import KeyfobBackport

extension ADAuthenticationContext {
    /// The renderer of the sign-in page, in place of the `WKWebView` on platforms with WebKit. The page is then shown
    /// inside the app, with the renderer's own cookies, and follows no redirect without TLS. nil means the system's
    /// browser. Not retained by the context.
    public var webView: (any PageRenderer & AnyObject)? {
        get { views.withLock { $0.webView } }
        set { views.withLock { $0.webView = newValue } }
    }

    /// The user agent for the app's view; nil if the app has set none.
    func ownView() -> (any UserAgent)? {
        guard let view = views.withLock({ $0.webView }) else { return nil }
        return EmbeddedUserAgent { view }
    }
}
#endif
