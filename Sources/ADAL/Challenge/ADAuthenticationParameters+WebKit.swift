#if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
import Foundation
public import WebKit

extension ADAuthenticationParameters {
    /// The configuration that an app's `webView` should have: one that stores no cookies.
    #if canImport(ObjectiveC)
    @objc(defaultWKWebviewConfiguration)
    #endif
    @MainActor
    public static func defaultWKWebviewConfiguration() -> WKWebViewConfiguration {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        return configuration
    }
}
#endif
