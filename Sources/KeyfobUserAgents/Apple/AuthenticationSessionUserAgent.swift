#if canImport(AuthenticationServices) || KEYFOB_APPLE_STUBS
public import AuthenticationServices
import Foundation
public import KeyfobCore
public import KeyfobFlows

/// Signs in with `ASWebAuthenticationSession`: the system's own sheet, which shares Safari's cookies unless it is
/// ephemeral, and which passes the redirect to this app only. Compiled against stubs, never run.
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

/// One sheet. It is isolated to the main actor, as the framework requires.
@MainActor
private final class AuthenticationSession: UserAgentSession, ASWebAuthenticationPresentationContextProviding {
    let redirectURI: RedirectURI
    private let isEphemeral: Bool
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    private var session: ASWebAuthenticationSession?

    init(
        _ redirectURI: RedirectURI, isEphemeral: Bool, anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
    ) {
        self.redirectURI = redirectURI
        self.isEphemeral = isEphemeral
        self.anchor = anchor
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor() }

    func present(
        _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
    ) async throws(AuthError) -> String {
        guard let address = URL(string: url.description) else { throw Self.unavailable("The address is malformed.") }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<String, AuthError>, Never>) in
                start(address) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            Task { @MainActor in self.session?.cancel() }
        }
        let redirect = try outcome.get()
        guard case .accepted = accepting(redirect) else { throw Self.foreign }
        return redirect
    }

    private func start(_ address: URL, _ resume: @escaping @Sendable (Result<String, AuthError>) -> Void) {
        let completion: @Sendable (URL?, (any Error)?) -> Void = { redirect, error in
            if let redirect {
                resume(.success(redirect.absoluteString))
            } else {
                resume(.failure(Self.failure(error)))
            }
        }
        guard let session = makeSession(address, completion) else { return resume(.failure(Self.noHTTPSRedirect)) }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = isEphemeral
        self.session = session
        if !session.start() { resume(.failure(Self.unavailable("The sign-in sheet did not start."))) }
    }

    /// Makes the system's session; returns nil if the system is too old for a redirect to an `https` URL.
    private func makeSession(
        _ address: URL, _ completion: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> ASWebAuthenticationSession? {
        guard let url = redirectURI.url else {
            return ASWebAuthenticationSession(
                url: address, callbackURLScheme: redirectURI.scheme, completionHandler: completion)
        }
        guard #available(iOS 17.4, macOS 14.4, visionOS 1.1, *) else { return nil }
        return ASWebAuthenticationSession(
            url: address, callback: .https(host: url.host, path: url.path), completionHandler: completion)
    }

    func end() async {
        session?.cancel()
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

    private static let noHTTPSRedirect = AuthError(
        .userAgentUnavailable, origin: .userAgent,
        message: "The sign-in sheet of this system cannot end at an https redirect URI.",
        remedy: "Use a redirect URI with a scheme of the app before iOS 17.4, macOS 14.4 and visionOS 1.1.")

    private static let foreign = AuthError(
        .invalidResponse, origin: .userAgent, message: "The redirect is not the response to this sign-in.",
        remedy: "Start the sign-in again.")
}
#endif
