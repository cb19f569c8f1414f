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
public typealias ADAuthenticationCallback = (ADAuthenticationResult) -> Void

extension ADAuthenticationContext {
    /// Starts a call, and passes its result to the block.
    func start(_ call: ADCall, _ completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void) {
        let asynchronous = ADAsyncCall.current
        var call = call
        call.isOnMainThread = asynchronous == nil ? Thread.isMainThread : nil
        let made = call
        ADAsyncCall.$current.withValue(nil) {
            let task = Task { completionBlock(await perform(made)) }
            asynchronous?.started(task)
        }
    }

    /// Makes a call by its block form, which a subclass may override, and waits for the result. The cancellation of the
    /// caller's task ends the call.
    func calling(
        _ begin: (_ block: @escaping @Sendable (ADAuthenticationResult) -> Void) -> Void
    ) async -> ADAuthenticationResult {
        let call = ADAsyncCall()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                call.wait(continuation)
                ADAsyncCall.$current.withValue(call) { begin { result in call.end(result) } }
            }
        } onCancel: {
            call.cancel()
        }
    }

    /// The identifier for a plain user id: a required displayable id.
    static func identifier(_ userID: String?) -> ADUserIdentifier? { userID.flatMap { ADUserIdentifier(id: $0) } }
}
