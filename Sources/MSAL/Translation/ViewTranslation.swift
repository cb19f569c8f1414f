import KeyfobCore
import KeyfobFlows

#if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
import AuthenticationServices
import KeyfobUserAgents
import WebKit
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The views of Apple's platforms. Compiled against stubs, never run.
enum ViewTranslation {
    /// nil if the parameters have no view controller: then the application's own user agent shows the page.
    static func userAgent(
        _ parameters: MSALWebviewParameters, redirectURI: RedirectURI
    ) throws -> (any UserAgent)? {
        guard let parent = parameters.parentViewController else { return nil }
        switch kind(parameters.webviewType, redirectURI) {
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

    private static func kind(_ type: MSALWebviewType, _ redirectURI: RedirectURI) -> UserAgentKind {
        switch type {
        case .default: return .standard(for: redirectURI)
        case .authenticationSession: return .authenticationSession
        #if !os(macOS)
        case .safariViewController: return .safariViewController
        #endif
        case .wkWebView: return .embedded
        }
    }

    private static func safari(_ parent: MSALViewController) -> (any UserAgent)? {
        #if os(iOS)
        let launcher = SafariLauncher(
            present: { parent.present($0, animated: true) }, dismiss: { $0.dismiss(animated: true) })
        // The redirect comes in by `handleMSALResponse`, and from there to the session; nothing is ever put in this inbox.
        return CallbackUserAgent(inbox: RedirectInbox(), browser: launcher, dismiss: { await launcher.close() })
        #else
        return nil
        #endif
    }
}

/// The embedded view over an app's view controller.
@MainActor
private enum EmbeddedView {
    /// - Parameter view: the app's own, which the app shows itself; nil for one of the SDK's in a sheet.
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
    static func userAgent(
        _ parameters: MSALWebviewParameters, redirectURI: RedirectURI
    ) throws -> (any UserAgent)? { nil }
}
#endif
