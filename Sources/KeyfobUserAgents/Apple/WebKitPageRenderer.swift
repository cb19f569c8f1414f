#if (canImport(WebKit) && (os(macOS) || os(iOS) || os(visionOS))) || KEYFOB_APPLE_STUBS
import Foundation
public import KeyfobCore
public import KeyfobFlows
public import WebKit

/// Shows the pages of an ``EmbeddedUserAgent`` in a `WKWebView`. Its cookies are its data store's: those of one sign-in
/// only, unless the app passes a configuration with another store. Compiled against stubs, never run.
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

    private static func isolatedView() -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        return WKWebView(configuration: configuration)
    }

    /// Ends the sign-in with `userCanceled`; the app's own button calls it.
    public func cancel() {
        navigation?.end(
            .failure(
                AuthError(
                    .userCanceled, origin: .userAgent, message: "The user closed the sign-in page.",
                    remedy: "Start the sign-in again if the user still wants to.")))
    }

    /// Shows a page, and calls `judging` before each navigation.
    public func show(
        _ url: HTTPURL, judging: @escaping @Sendable (String) -> NavigationDecision,
        telling: @escaping @Sendable (PageEvent) -> Void
    ) async throws(AuthError) {
        guard let address = URL(string: url.description) else {
            throw AuthError(.userAgentUnavailable, origin: .userAgent, message: "The address is malformed.")
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, AuthError>, Never>) in
                let navigation = Navigation(judging, telling) { continuation.resume(returning: $0) }
                self.navigation = navigation
                webView.navigationDelegate = navigation
                present(webView)
                webView.load(URLRequest(url: address))
            }
        } onCancel: {
            Task { @MainActor in
                self.navigation?.end(
                    .failure(AuthError(.canceled, origin: .app, message: "The sign-in was cancelled by the app.")))
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
}

/// The view's delegate during one sign-in.
@MainActor
private final class Navigation: NSObject, WKNavigationDelegate {
    private let judging: @Sendable (String) -> NavigationDecision
    private let telling: @Sendable (PageEvent) -> Void
    private var resume: ((Result<Void, AuthError>) -> Void)?

    init(
        _ judging: @escaping @Sendable (String) -> NavigationDecision,
        _ telling: @escaping @Sendable (PageEvent) -> Void,
        resume: @escaping (Result<Void, AuthError>) -> Void
    ) {
        self.judging = judging
        self.telling = telling
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
        switch judging(navigationAction.request.url?.absoluteString ?? "") {
        case .load: return .allow
        case .ignore: return .cancel
        case .stop:
            end(.success(()))
            return .cancel
        }
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation?) {
        telling(.didStartLoad(Self.address(webView)))
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation?) {
        telling(.didFinishLoad(Self.address(webView)))
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation?, withError error: any Error) {
        failed(webView, error)
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation?, withError error: any Error
    ) {
        failed(webView, error)
    }

    private func failed(_ webView: WKWebView, _ error: any Error) {
        telling(.didFail(Self.address(webView)))
        // -999: the load was cancelled, by a redirect within the page or by the end above.
        guard (error as NSError).code != NSURLErrorCancelled else { return }
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
