import KeyfobCore
import KeyfobFlows
import KeyfobUserAgents

#if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
import AuthenticationServices
import WebKit
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The views of Apple's platforms. Compiled against stubs, never run.
enum ViewTranslation {
    /// The platform's user agent of a kind; nil if the parameters have no view controller, and for the system's browser:
    /// then the application's own user agent shows the page.
    @Sendable static func userAgent(_ kind: UserAgentKind, _ parameters: MSALWebviewParameters) -> (any UserAgent)? {
        guard let parent = parameters.parentViewController else { return nil }
        switch kind {
        case .authenticationSession:
            return AuthenticationSessionUserAgent(isEphemeral: parameters.prefersEphemeralWebBrowserSession) {
                parent.view.window ?? ASPresentationAnchor()
            }
        case .embedded:
            let view = parameters.customWebview
            return WebviewTranslation.embedded { await EmbeddedView.renderer(over: parent, view: view) }
        case .safariViewController: return safari(parent)
        case .systemBrowser: return nil
        }
    }

    private static func safari(_ parent: MSALViewController) -> (any UserAgent)? {
        #if os(iOS)
        let launcher = SafariLauncher(
            present: { parent.present($0, animated: true) }, dismiss: { $0.dismiss(animated: true) })
        // `handleMSALResponse` passes the redirect to the session; nothing is ever put in this inbox.
        return CallbackUserAgent(inbox: RedirectInbox(), browser: launcher, dismiss: { await launcher.close() })
        #else
        return nil
        #endif
    }
}

/// The embedded view over an app's view controller.
@MainActor
private enum EmbeddedView {
    /// - Parameter view: the app's view, which the app shows itself; nil for one of the SDK's in a sheet.
    static func renderer(over parent: MSALViewController, view: WKWebView?) -> any PageRenderer {
        if let view { return WebKitPageRenderer(webView: view, present: { _ in }, dismiss: { _ in }) }
        let sheet = MSALViewController()
        return WebKitPageRenderer(
            present: { view in
                sheet.view = view
                show(sheet, over: parent)
            },
            dismiss: { _ in hide(sheet, over: parent) })
    }

    private static func show(_ sheet: MSALViewController, over parent: MSALViewController) {
        #if canImport(UIKit)
        parent.present(sheet, animated: true)
        #else
        parent.presentAsSheet(sheet)
        #endif
    }

    private static func hide(_ sheet: MSALViewController, over parent: MSALViewController) {
        #if canImport(UIKit)
        sheet.dismiss(animated: true)
        #else
        parent.dismiss(sheet)
        #endif
    }
}
#else
/// The views of Apple's platforms; there are none here.
enum ViewTranslation {
    @Sendable static func userAgent(_ kind: UserAgentKind, _ parameters: MSALWebviewParameters) -> (any UserAgent)? {
        nil
    }
}
#endif
