#if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
import Foundation
public import WebKit

extension ADAuthenticationParameters {
    /// The configuration that a `webView` of the app's own should have: one whose cookies go with it.
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
