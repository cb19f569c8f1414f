import Foundation
import KeyfobCore

/// One call for a token, as the app made it.
struct ADCall: Sendable {
    /// What kind of call it is.
    enum Kind: Sendable {
        /// By the prompt behaviour: the caches first, or not.
        case automatic
        /// Without any page.
        case silent
        /// By the page, whatever is cached.
        case interactive
        /// By a refresh token of the app's own.
        case refreshToken(Secret<String>)
        /// By a SAML assertion.
        case assertion(Secret<String>, ADAssertionType)
    }

    /// The number by which telemetry knows the call.
    var api: Int
    var kind = Kind.automatic
    var resource: String?
    var clientID: String?
    var redirectURI: URL?
    var prompt = ADPromptBehavior.auto
    var user: ADUserIdentifier?
    var extraQueryParameters: String?
    var claims: String?
    var forceRefresh = false
    /// Whether it was made on the main thread; nil where nobody can say, from a task.
    var isOnMainThread: Bool?

    /// Whether a page may open.
    var mayAsk: Bool {
        switch kind {
        case .automatic, .interactive: true
        case .silent, .refreshToken, .assertion: false
        }
    }

    /// Whether the caches are looked at before a page opens.
    var looksFirst: Bool {
        if case .automatic = kind { prompt == .auto } else { false }
    }
}
