import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// A browser outside of the app whose answer never reaches it, since the app's delegate passes nothing on.
final class Forgotten: UserAgent {
    private let began = AsyncStream<Void>.makeStream()

    /// Waits until the page is shown.
    func isPresenting() async {
        for await _ in began.stream { return }
    }

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(agent: self, redirectURI: redirectURI)
    }

    private struct Session: UserAgentSession {
        let agent: Forgotten
        let redirectURI: RedirectURI

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectVerdict
        ) async throws(AuthError) -> String {
            let ending = AsyncStream<Void>.makeStream()
            agent.began.continuation.yield()
            await withTaskCancellationHandler {
                for await _ in ending.stream {}
            } onCancel: {
                ending.continuation.finish()
            }
            throw AuthError(.canceled, origin: .app, message: "The page was cancelled.")
        }

        func end() async {}
    }
}
