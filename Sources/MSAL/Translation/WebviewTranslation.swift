import Foundation
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobUserAgents

/// What shows a page, by MSAL's parameters.
enum WebviewTranslation {
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42403, if nothing can show the page, and -42405 in an
    ///   extension of an app for iOS, which shows a view of its own or Safari's and nothing else.
    static func userAgent(
        _ parameters: MSALWebviewParameters, of application: MSALPublicClientApplication
    ) throws -> any UserAgent {
        if let agent = parameters.userAgent { return agent }
        if let facts = application.settings.bundleFacts, facts.platform == .iOS, facts.isAppExtension,
            !isForExtensions(parameters)
        {
            throw ErrorTranslation.error(
                .internalErrorUINotSupportedInExtension,
                "An extension of an app cannot show the system's sign-in page. Pass a web view of its own, or let the "
                    + "person sign in in the app itself.")
        }
        let redirectURI = application.core.configuration.redirectURI
        if let agent = try ViewTranslation.userAgent(parameters, redirectURI: redirectURI) { return agent }
        if parameters.webviewType == .wkWebView {
            guard let renderer = parameters.pageRenderer else {
                throw ErrorTranslation.error(
                    .internalErrorNoViewController,
                    "There is no embedded view on this platform. Pass a page renderer in the webview parameters.")
            }
            return embedded(renderer)
        }
        guard let agent = application.environment.userAgent else {
            throw ErrorTranslation.error(
                .internalErrorNoViewController,
                "There is nothing to show the page with. Pass a user agent in the webview parameters.")
        }
        return agent
    }

    private static func isForExtensions(_ parameters: MSALWebviewParameters) -> Bool {
        switch parameters.webviewType {
        case .default, .authenticationSession: return false
        #if !os(macOS)
        case .safariViewController: return true
        #endif
        case .wkWebView:
            #if canImport(WebKit)
            if parameters.customWebview != nil { return true }
            #endif
            return parameters.pageRenderer != nil
        }
    }

    /// An embedded view, of whose pages the notifications tell.
    static func embedded(_ renderer: @escaping @Sendable () async -> any PageRenderer) -> any UserAgent {
        EmbeddedUserAgent(events: { WebAuthNotifications.post($0) }, renderer: renderer)
    }
}
