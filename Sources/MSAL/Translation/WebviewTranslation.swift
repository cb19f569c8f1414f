import Foundation
import KeyfobClient
import KeyfobFlows

/// What shows a page, by MSAL's parameters.
enum WebviewTranslation {
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42403, if nothing can show the page.
    static func userAgent(
        _ parameters: MSALWebviewParameters, in environment: ClientEnvironment
    ) throws -> any UserAgent {
        if let agent = parameters.userAgent { return agent }
        if parameters.webviewType == .wkWebView {
            throw ErrorTranslation.error(
                .internalErrorNoViewController,
                "There is no embedded view on this platform. Pass a user agent in the webview parameters.")
        }
        guard let agent = environment.userAgent else {
            throw ErrorTranslation.error(
                .internalErrorNoViewController,
                "There is nothing to show the page with. Pass a user agent in the webview parameters.")
        }
        return agent
    }
}
