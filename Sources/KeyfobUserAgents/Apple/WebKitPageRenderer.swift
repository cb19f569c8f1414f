#if (canImport(WebKit) && (os(macOS) || os(iOS) || os(visionOS))) || KEYFOB_APPLE_STUBS
import Foundation
public import KeyfobCore
public import KeyfobFlows
import KeyfobOAuth
public import WebKit

/// Shows the pages of an ``EmbeddedUserAgent`` in a `WKWebView`. Its cookies are its data store's: those of one sign-in
/// only, unless the app passes a view with another store. Compiled and tested against stubs, never run.
@MainActor
public final class WebKitPageRenderer: PageRenderer {
    private let webView: WKWebView
    private let present: @MainActor @Sendable (WKWebView) -> Void
    private let remove: @MainActor @Sendable (WKWebView) -> Void
    private var navigation: Navigation?

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - webView: the app's own view; nil makes one whose cookies are deleted with it.
    ///   - present: puts the view into a window.
    ///   - dismiss: removes it from the window.
    public init(
        webView: WKWebView? = nil, present: @escaping @MainActor @Sendable (WKWebView) -> Void,
        dismiss: @escaping @MainActor @Sendable (WKWebView) -> Void
    ) {
        self.webView = webView ?? Self.isolatedView()
        self.present = present
        remove = dismiss
    }

    /// The configuration of a view for sign-in pages: its user agent states that device challenges are understood, as
    /// the provider's pages require before they send one.
    package static var standardConfiguration: WKWebViewConfiguration {
        let configuration = WKWebViewConfiguration()
        configuration.applicationNameForUserAgent = DeviceDialect.deviceChallengeAgent
        return configuration
    }

    private static func isolatedView() -> WKWebView {
        let configuration = standardConfiguration
        configuration.websiteDataStore = .nonPersistent()
        return WKWebView(frame: .zero, configuration: configuration)
    }

    /// Ends the sign-in with `userCanceled`, if it has not ended; the app's own button calls it.
    public func cancel() {
        navigation?.end(
            .failure(
                AuthError(
                    .userCanceled, origin: .userAgent, message: "The user closed the sign-in page.",
                    remedy: "Start the sign-in again if the user still wants to.")))
    }

    /// Shows a page, and calls `deciding` before each navigation.
    public func show(
        _ url: HTTPURL, deciding: @escaping @Sendable (String) -> NavigationDecision,
        reporting: @escaping @Sendable (PageEvent) -> Void
    ) async throws(AuthError) {
        guard let address = URL(string: url.description) else {
            throw AuthError(.userAgentUnavailable, origin: .userAgent, message: "The address is malformed.")
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, AuthError>, Never>) in
                let navigation = Navigation(deciding, reporting) { continuation.resume(returning: $0) }
                self.navigation = navigation
                webView.navigationDelegate = navigation
                present(webView)
                webView.load(URLRequest(url: address))
                if Task.isCancelled { navigation.end(.failure(Self.canceled)) }
            }
        } onCancel: {
            Task { @MainActor in
                self.navigation?.end(.failure(Self.canceled))
            }
        }
        try outcome.get()
    }

    /// Removes the view from its window.
    public func dismiss() {
        webView.stopLoading()
        webView.navigationDelegate = nil
        navigation = nil
        remove(webView)
    }

    private static let canceled = AuthError(
        .canceled, origin: .app, message: "The sign-in was cancelled by the app.",
        remedy: "Start it again when it is needed.")
}

/// The view's delegate during one sign-in.
@MainActor
private final class Navigation: NSObject, WKNavigationDelegate {
    private let deciding: @Sendable (String) -> NavigationDecision
    private let reporting: @Sendable (PageEvent) -> Void
    private var resume: ((Result<Void, AuthError>) -> Void)?
    /// Whether the last navigation of the page was ignored, which WebKit reports as an error of the page.
    private var hasIgnored = false

    init(
        _ deciding: @escaping @Sendable (String) -> NavigationDecision,
        _ reporting: @escaping @Sendable (PageEvent) -> Void,
        resume: @escaping (Result<Void, AuthError>) -> Void
    ) {
        self.deciding = deciding
        self.reporting = reporting
        self.resume = resume
    }

    /// Ends the sign-in; only the first ending counts, since WebKit also reports the load that was stopped as a
    /// failure.
    func end(_ outcome: Result<Void, AuthError>) {
        resume?(outcome)
        resume = nil
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
        switch deciding(navigationAction.request.url?.absoluteString ?? "") {
        case .load: return .allow
        case .ignore:
            hasIgnored = true
            return .cancel
        case .replace(let address, let fields):
            hasIgnored = true
            guard let url = URL(string: address) else { return .cancel }
            var request = URLRequest(url: url)
            for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
            webView.load(request)
            return .cancel
        case .stop:
            end(.success(()))
            return .cancel
        }
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation?) {
        hasIgnored = false
        reporting(.didStartLoad(Self.address(webView)))
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation?) {
        reporting(.didFinishLoad(Self.address(webView)))
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation?, withError error: any Error) {
        failed(webView, error)
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation?, withError error: any Error
    ) {
        failed(webView, error)
    }

    /// Leaves the challenges of servers and proxies to the system: without this method WebKit would reject them. The
    /// system checks certificates by its own trust, and uses the credentials that the user's organization has set up,
    /// such as Kerberos tickets; the app's pages get none of the user's passwords.
    func webView(
        _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        (.performDefaultHandling, nil)
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        reporting(.didFail(Self.address(webView)))
        end(
            .failure(
                AuthError(
                    .userAgentUnavailable, origin: .userAgent, message: "The system ended the sign-in page's process.",
                    remedy: "Start the sign-in again.")))
    }

    private func failed(_ webView: WKWebView, _ error: any Error) {
        let error = error as NSError
        // -999: the load was cancelled, by a redirect within the page or by the end above. After an ignored navigation
        // WebKit reports its own errors (102, and others for addresses that no page has); the page is still shown.
        if error.domain == NSURLErrorDomain, error.code == NSURLErrorCancelled { return }
        if error.domain == "WebKitErrorDomain", hasIgnored { return }
        reporting(.didFail(Self.address(webView)))
        end(
            .failure(
                AuthError(
                    .network, origin: .userAgent, message: "The sign-in page could not be loaded.",
                    remedy: "Check the connection and try again.", cause: error)))
    }

    /// The address without its query, which may contain hints and states.
    private static func address(_ webView: WKWebView) -> String {
        guard let url = webView.url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            return ""
        }
        parts.query = nil
        parts.fragment = nil
        return parts.string ?? ""
    }
}
#endif
