import Foundation
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobSetup
import KeyfobUserAgents

/// Selects the user agent for a page by MSAL's parameters.
enum WebviewTranslation {
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42403, if nothing can show the page, and -42405 in an
    ///   app extension on iOS, which can show only a web view of its own or Safari's.
    static func userAgent(
        _ parameters: MSALWebviewParameters, of application: MSALPublicClientApplication
    ) throws -> any UserAgent {
        if let agent = parameters.userAgent { return agent }
        let facts = application.settings.bundleFacts
        if let facts, facts.platform == .iOS, facts.isAppExtension, !isForExtensions(parameters) {
            throw ErrorTranslation.error(
                .internalErrorUINotSupportedInExtension,
                "An app extension cannot show the system's sign-in page. Pass a web view of its own, or let the "
                    + "user sign in in the app itself.")
        }
        let type = parameters.webviewType
        let kind = type.kind(
            for: application.core.configuration.redirectURI, on: UserAgentKind.Platform(of: facts?.platform))
        if kind == .embedded, let renderer = parameters.pageRenderer { return embedded(renderer) }
        if let agent = application.settings.views(kind, parameters) { return agent }
        if type == .wkWebView {
            throw ErrorTranslation.error(
                .internalErrorNoViewController,
                "There is no embedded view on this platform. Pass a page renderer in the webview parameters.")
        }
        guard let agent = application.environment.userAgent else {
            throw ErrorTranslation.error(
                .internalErrorNoViewController,
                "Nothing can show the page. Pass a user agent in the webview parameters.")
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

    /// An embedded view whose pages are reported by notifications.
    static func embedded(_ renderer: @escaping @Sendable () async -> any PageRenderer) -> any UserAgent {
        EmbeddedUserAgent(events: { WebAuthNotifications.post($0) }, renderer: renderer)
    }
}

extension MSALWebviewType {
    /// The kind of user agent for a type: the platform's standard one for `default`, else the named one, or the
    /// system's browser where the platform has none of that kind.
    func kind(for redirectURI: RedirectURI, on platform: UserAgentKind.Platform) -> UserAgentKind {
        let named: UserAgentKind =
            switch self {
            case .default: .standard(for: redirectURI, on: platform)
            case .authenticationSession: .authenticationSession
            #if !os(macOS)
            case .safariViewController: .safariViewController
            #endif
            case .wkWebView: .embedded
            }
        return UserAgentKind.available(on: platform).contains(named) ? named : .systemBrowser
    }
}

extension UserAgentKind.Platform {
    /// The platform that an app's bundle was built for; the current one where there is no bundle.
    init(of platform: BundleFacts.Platform?) {
        switch platform {
        case .iOS: self = .iOS
        case .macOS: self = .macOS
        case nil: self = .current
        }
    }
}
