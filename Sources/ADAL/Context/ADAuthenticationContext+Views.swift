import KeyfobFlows
import KeyfobUserAgents
import Synchronization

#if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
import WebKit

/// The views of Apple's platforms. Compiled against stubs, never run.
extension ADAuthenticationContext {
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
            return EmbeddedUserAgent {
                await WebKitSheet.renderer(
                    over: parent, style: ADAuthenticationSettings.sharedInstance().webviewPresentationStyle)
            }
        }
        #endif
        return nil
    }
}
#else
extension ADAuthenticationContext {
    /// The user agent for the app's view; nil if the app has set none.
    func ownView() -> (any UserAgent)? {
        guard let view = views.withLock({ $0.webView }) else { return nil }
        return EmbeddedUserAgent { view }
    }
}
#endif
