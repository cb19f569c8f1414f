import Foundation
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobUserAgents

/// What shows a page, by MSAL's parameters.
enum WebviewTranslation {
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42403, if nothing can show the page.
    static func userAgent(
        _ parameters: MSALWebviewParameters, of application: MSALPublicClientApplication
    ) throws -> any UserAgent {
        if let agent = parameters.userAgent { return agent }
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

    /// An embedded view, of whose pages the notifications tell.
    static func embedded(_ renderer: @escaping @Sendable () async -> any PageRenderer) -> any UserAgent {
        EmbeddedUserAgent(events: { WebAuthNotifications.post($0) }, renderer: renderer)
    }
}
