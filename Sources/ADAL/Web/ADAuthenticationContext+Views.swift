#if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
import Foundation
import KeyfobFlows
import KeyfobUserAgents
import Synchronization
public import WebKit
#if canImport(UIKit)
public import UIKit
#endif

/// The views of Apple's platforms. Compiled against stubs, never run.
extension ADAuthenticationContext {
    /// The app's own view, in which the sign-in page is shown; it has to be on the screen. nil leaves that to
    /// `parentController`, or else to the system's browser. Not kept alive by the context.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var webView: WKWebView? {
        get { views.withLock { $0.webView } }
        set { views.withLock { $0.webView = newValue } }
    }

    #if canImport(UIKit)
    /// The view controller over which the sign-in page is shown, in a view that keeps no cookies. Not kept alive by the
    /// context.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var parentController: UIViewController? {
        get { views.withLock { $0.parentController } }
        set { views.withLock { $0.parentController = newValue } }
    }
    #endif

    /// What shows the page in the app's views; nil if it has given none.
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
import Synchronization

extension ADAuthenticationContext {
    /// What the app draws the sign-in page with: the place of the `WKWebView` that this is where there is WebKit. The page is
    /// shown inside the app then, with cookies of that view's own, and goes nowhere without TLS. nil leaves it to the system's
    /// browser. Not kept alive by the context.
    public var webView: (any PageRenderer & AnyObject)? {
        get { views.withLock { $0.webView } }
        set { views.withLock { $0.webView = newValue } }
    }

    /// What shows the page in the app's view; nil if it has given none.
    func ownView() -> (any UserAgent)? {
        guard let view = views.withLock({ $0.webView }) else { return nil }
        return EmbeddedUserAgent { view }
    }
}
#endif
