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
        case .embedded: return embedded(parameters, over: parent)
        case .safariViewController: return safari(parameters, over: parent)
        case .systemBrowser: return nil
        }
    }

    /// The app's view, which the app shows itself, or one of the SDK's.
    private static func embedded(
        _ parameters: MSALWebviewParameters, over parent: MSALViewController
    ) -> any UserAgent {
        if let view = parameters.customWebview {
            return WebviewTranslation.embedded {
                await WebKitPageRenderer(webView: view, present: { _ in }, dismiss: { _ in })
            }
        }
        #if canImport(UIKit)
        let style = parameters.presentationStyle
        return WebviewTranslation.embedded { await WebKitSheet.renderer(over: parent, style: style) }
        #else
        return WebviewTranslation.embedded { await WebKitWindow.renderer(over: parent) }
        #endif
    }

    private static func safari(
        _ parameters: MSALWebviewParameters, over parent: MSALViewController
    ) -> (any UserAgent)? {
        #if os(iOS)
        let style = parameters.presentationStyle
        let launcher = SafariLauncher(
            present: { page in
                page.modalPresentationStyle = style
                parent.present(page, animated: true)
            }, dismiss: { $0.dismiss(animated: true) })
        // `handleMSALResponse` passes the redirect to the session; nothing is ever put in this inbox.
        return CallbackUserAgent(inbox: RedirectInbox(), browser: launcher, dismiss: { await launcher.close() })
        #else
        return nil
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
