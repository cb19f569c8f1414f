import Foundation
import KeyfobCore

/// One call for a token, as the app made it.
struct ADCall: Sendable {
    /// The kind of a call.
    enum Kind: Sendable {
        /// By the prompt behaviour: the caches first, or only the page.
        case automatic
        /// Without any page.
        case silent
        /// With the page, even if a token is cached.
        case interactive
        /// With the app's own refresh token.
        case refreshToken(Secret<String>)
        /// With a SAML assertion.
        case assertion(Secret<String>, ADAssertionType)
    }

    /// The number of the call in telemetry.
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
    /// Whether it was made on the main thread; nil if unknown, for a call from a task.
    var isOnMainThread: Bool?

    /// Whether a page may be shown.
    var mayAsk: Bool {
        switch kind {
        case .automatic, .interactive: true
        case .silent, .refreshToken, .assertion: false
        }
    }

    /// Whether the caches are read before a page is shown.
    var looksFirst: Bool {
        if case .automatic = kind { prompt == .auto } else { false }
    }
}

/// Gets the result of a call, on any thread: the token or an error.
public typealias ADAuthenticationCallback = @Sendable (ADAuthenticationResult) -> Void

extension ADAuthenticationContext {
    /// Starts a call, and passes its result to the block.
    func start(_ call: ADCall, _ completionBlock: @escaping ADAuthenticationCallback) {
        var call = call
        call.isOnMainThread = Thread.isMainThread
        let made = call
        Task { completionBlock(await perform(made)) }
    }

    /// The identifier for a plain user id: a required displayable id.
    static func identifier(_ userID: String?) -> ADUserIdentifier? { userID.flatMap { ADUserIdentifier(id: $0) } }
}
