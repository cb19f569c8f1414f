#if canImport(AuthenticationServices) || KEYFOB_APPLE_STUBS
public import AuthenticationServices
import Foundation
public import KeyfobCore
public import KeyfobFlows

/// Signs in with `ASWebAuthenticationSession`: the system's own sheet, which shares Safari's cookies unless it is
/// ephemeral, and which passes the redirect to this app only. Compiled and tested against stubs, never run.
public struct AuthenticationSessionUserAgent: UserAgent {
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    private let isEphemeral: Bool

    /// Makes the user agent.
    ///
    /// - Parameters:
    ///   - isEphemeral: whether the sheet neither reads nor writes Safari's cookies.
    ///   - anchor: the window that the sheet is shown over.
    public init(isEphemeral: Bool = false, anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
        self.anchor = anchor
        self.isEphemeral = isEphemeral
    }

    /// Prepares to receive a redirect.
    ///
    /// - Throws: ``AuthError`` with code `configuration` for a loopback redirect, which the sheet cannot receive.
    public func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        guard !redirectURI.isLoopback else {
            throw .configuration(
                "The system's sign-in sheet cannot receive a loopback redirect.",
                remedy: "Use a redirect URI of the app's own scheme, such as msauth.BUNDLE-ID://auth.")
        }
        return await AuthenticationSession(redirectURI, isEphemeral: isEphemeral, anchor: anchor)
    }
}

/// One sheet. It is isolated to the main actor, as the framework's port for the window requires.
@MainActor
private final class AuthenticationSession: NSObject, UserAgentSession {
    private typealias Outcome = Result<String, AuthError>

    let redirectURI: RedirectURI
    private let isEphemeral: Bool
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    private var session: ASWebAuthenticationSession?
    private var waiting: CheckedContinuation<Outcome, Never>?

    init(
        _ redirectURI: RedirectURI, isEphemeral: Bool, anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
    ) {
        self.redirectURI = redirectURI
        self.isEphemeral = isEphemeral
        self.anchor = anchor
        super.init()
    }

    func present(
        _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
    ) async throws(AuthError) -> String {
        guard let address = URL(string: url.description) else { throw Self.unavailable("The address is malformed.") }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting = continuation
                if Task.isCancelled { finish(.failure(Self.canceled)) } else { start(address) }
            }
        } onCancel: {
            Task { @MainActor in self.cancel() }
        }
        let redirect = try outcome.get()
        guard case .accepted = accepting(redirect) else { throw Self.foreign }
        return redirect
    }

    private func start(_ address: URL) {
        // The system calls the handler on a queue of its own, so the closure must not be inferred to be the main
        // actor's: that would stop the process.
        let handler: @Sendable (URL?, (any Error)?) -> Void = { redirect, error in
            let outcome = redirect.map { Outcome.success($0.absoluteString) } ?? .failure(Self.failure(error))
            Task { @MainActor in self.finish(outcome) }
        }
        guard let session = make(address, handler) else { return finish(.failure(Self.noHTTPSRedirects)) }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = isEphemeral
        self.session = session
        if !session.start() { finish(.failure(Self.unavailable("The sign-in sheet did not start."))) }
    }

    /// Makes the system's session; nil if this version of the system cannot receive the redirect.
    private func make(
        _ address: URL, _ handler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> ASWebAuthenticationSession? {
        if #available(iOS 17.4, macOS 14.4, visionOS 1.1, *) {
            let callback: ASWebAuthenticationSession.Callback =
                if let url = redirectURI.url {
                    .https(host: url.host, path: url.path)
                } else {
                    .customScheme(redirectURI.scheme)
                }
            return ASWebAuthenticationSession(url: address, callback: callback, completionHandler: handler)
        }
        guard redirectURI.url == nil else { return nil }
        return ASWebAuthenticationSession(
            url: address, callbackURLScheme: redirectURI.scheme, completionHandler: handler)
    }

    /// Ends the wait. Only the first outcome counts: the system may call the handler twice, also after `start` has
    /// returned false, and after the app has cancelled.
    private func finish(_ outcome: Outcome) {
        waiting?.resume(returning: outcome)
        waiting = nil
    }

    private func cancel() {
        // First, since the system may report the cancellation as the user's.
        finish(.failure(Self.canceled))
        session?.cancel()
    }

    func end() async {
        cancel()
        session = nil
    }

    nonisolated private static func failure(_ error: (any Error)?) -> AuthError {
        guard let error = error as? ASWebAuthenticationSessionError, error.code == .canceledLogin else {
            return unavailable("The sign-in sheet could not be shown.", cause: error)
        }
        return AuthError(
            .userCanceled, origin: .userAgent, message: "The user closed the sign-in sheet.",
            remedy: "Start the sign-in again if the user still wants to.", cause: error)
    }

    nonisolated private static func unavailable(_ message: String, cause: (any Error)? = nil) -> AuthError {
        AuthError(
            .userAgentUnavailable, origin: .userAgent, message: message,
            remedy: "Show the sheet over a window that is in front.", cause: cause)
    }

    private static let canceled = AuthError(
        .canceled, origin: .app, message: "The sign-in was cancelled by the app.",
        remedy: "Start it again when it is needed.")

    private static let noHTTPSRedirects = AuthError(
        .configuration, origin: .userAgent,
        message: "This version of the system passes no https redirect to the sign-in sheet.",
        remedy: "Use a redirect URI of the app's own scheme, or iOS 17.4, macOS 14.4 or visionOS 1.1.")

    private static let foreign = AuthError(
        .invalidResponse, origin: .userAgent, message: "The redirect is not the response to this sign-in.",
        remedy: "Start the sign-in again.")
}

extension AuthenticationSession: ASWebAuthenticationPresentationContextProviding {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor() }
}
#endif
