public import KeyfobCore
public import KeyfobFlows
import KeyfobOAuth

/// A user agent at which nothing happens until the sign-in is ended: a person who left, or a browser outside the app
/// whose response never reaches it.
public final class WaitingUserAgent: UserAgent {
    private let began = AsyncStream<Void>.makeStream()

    /// Makes a user agent.
    public init() {}

    /// Begins a session at the unchanged redirect URI.
    public func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(agent: self, redirectURI: redirectURI)
    }

    /// Waits until the page is shown.
    public func isPresenting() async {
        for await _ in began.stream { return }
    }

    private struct Session: UserAgentSession {
        let agent: WaitingUserAgent
        let redirectURI: RedirectURI

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
        ) async throws(AuthError) -> String {
            let ending = AsyncStream<Void>.makeStream()
            agent.began.continuation.yield()
            await withTaskCancellationHandler {
                for await _ in ending.stream {}
            } onCancel: {
                ending.continuation.finish()
            }
            throw AuthError(.canceled, origin: .app, message: "The call was cancelled.")
        }

        func end() async {}
    }
}
