#if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
import Foundation
import WebKit
#if canImport(UIKit)
import UIKit
#endif

/// What an app has given a context to show pages with. As in ADAL, the context keeps none of it alive.
struct ADViews: Sendable {
    weak var webView: WKWebView?
    #if canImport(UIKit)
    weak var parentController: UIViewController?
    #endif
}
#else
import KeyfobFlows

/// What an app has given a context to show pages with. As in ADAL, the context keeps none of it alive.
struct ADViews: Sendable {
    weak var webView: (any PageRenderer & AnyObject)?
}
#endif
