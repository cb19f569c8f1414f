// WKWebView.h, WKNavigationDelegate.h, WKWebsiteDataStore.h
public import Foundation
#if canImport(UIKit)
public import UIKit
public typealias WKPlatformView = UIView
#else
public import AppKit
public typealias WKPlatformView = NSView
#endif

// On Linux it stands in FoundationNetworking, which nothing here is to import.
public struct URLRequest: Sendable {
    public var url: URL?
    public init(url: URL) { self.url = url }
}

@MainActor
open class WKWebsiteDataStore {
    public class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore() }
    public class func `default`() -> WKWebsiteDataStore { WKWebsiteDataStore() }
    public init() {}
}

@MainActor
open class WKWebViewConfiguration {
    public init() {}
    public var websiteDataStore = WKWebsiteDataStore()
}

@MainActor
open class WKNavigation {}

@MainActor
open class WKNavigationAction {
    public var request: URLRequest { URLRequest(url: URL(fileURLWithPath: "/")) }
}

public enum WKNavigationActionPolicy: Int, Sendable {
    case cancel = 0
    case allow = 1
}

@MainActor
public protocol WKNavigationDelegate: AnyObject {
    func webView(_ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction) async
        -> WKNavigationActionPolicy
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation?)
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation?)
    func webView(_ webView: WKWebView, didFail navigation: WKNavigation?, withError error: any Error)
    func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation?, withError error: any Error)
}

@MainActor
open class WKWebView: WKPlatformView {
    public init(configuration: WKWebViewConfiguration) {}
    public weak var navigationDelegate: (any WKNavigationDelegate)?
    public var url: URL? { nil }
    @discardableResult public func load(_ request: URLRequest) -> WKNavigation? { nil }
    public func stopLoading() {}
}
