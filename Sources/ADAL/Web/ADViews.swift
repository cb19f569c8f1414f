#if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
import Foundation
import WebKit
#if canImport(UIKit)
import UIKit
#endif

/// The views that an app has set on a context. As in ADAL, the context does not retain them.
struct ADViews: Sendable {
    weak var webView: WKWebView?
    #if canImport(UIKit)
    weak var parentController: UIViewController?
    #endif
}
#else
import KeyfobFlows

/// The views that an app has set on a context. As in ADAL, the context does not retain them.
struct ADViews: Sendable {
    weak var webView: (any PageRenderer & AnyObject)?
}
#endif
