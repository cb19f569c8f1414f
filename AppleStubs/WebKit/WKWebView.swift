// WKWebView.h, WKNavigationDelegate.h, WKWebsiteDataStore.h, WKWebViewConfiguration.h. Of a delegate, the methods that an
// app implements are required here.
public import Foundation
#if canImport(FoundationNetworking)
// Where the stubs are compiled, URLRequest and the challenges stand apart.
@_exported public import FoundationNetworking
#endif
#if canImport(UIKit)
public import UIKit
public typealias WKPlatformView = UIView
#else
public import AppKit
public typealias WKPlatformView = NSView
#endif

@MainActor
open class WKWebsiteDataStore: NSObject {
    open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore() }
    open class func `default`() -> WKWebsiteDataStore { WKWebsiteDataStore() }
    nonisolated override init() {}
}

@MainActor
open class WKWebViewConfiguration: NSObject {
    nonisolated public override init() {}
    open lazy var websiteDataStore = WKWebsiteDataStore.default()
    open var applicationNameForUserAgent: String?
}

@MainActor
open class WKNavigation: NSObject {}

@MainActor
open class WKNavigationAction: NSObject {
    open var request: URLRequest { stubbedRequest }

    /// For Trial, which sends it as a web view would.
    public init(stubbedRequest: URLRequest) { self.stubbedRequest = stubbedRequest }
    private let stubbedRequest: URLRequest
}

public enum WKNavigationActionPolicy: Int, Sendable {
    case cancel = 0
    case allow = 1
}

@MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
    func webView(_ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction) async
        -> WKNavigationActionPolicy
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation?)
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation?)
    func webView(_ webView: WKWebView, didFail navigation: WKNavigation?, withError error: any Error)
    func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation?, withError error: any Error)
    func webView(_ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge) async
        -> (URLSession.AuthChallengeDisposition, URLCredential?)
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

@MainActor
open class WKWebView: WKPlatformView {
    public init(frame: CGRect, configuration: WKWebViewConfiguration) { self.configuration = configuration }
    open private(set) var configuration: WKWebViewConfiguration
    weak open var navigationDelegate: (any WKNavigationDelegate)?
    open var url: URL? { nil }
    @discardableResult open func load(_ request: URLRequest) -> WKNavigation? {
        stubbedLoads.append(request)
        return nil
    }
    open func stopLoading() {}

    /// For Trial: what was loaded.
    public private(set) var stubbedLoads: [URLRequest] = []
}
