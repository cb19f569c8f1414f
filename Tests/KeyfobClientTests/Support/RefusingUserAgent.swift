import KeyfobCore
import KeyfobFlows

/// A user agent that shows no page.
struct RefusingUserAgent: UserAgent {
    let code: AuthError.Code

    init(_ code: AuthError.Code) { self.code = code }

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(redirectURI: redirectURI, code: code)
    }

    private struct Session: UserAgentSession {
        let redirectURI: RedirectURI
        let code: AuthError.Code

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
        ) async throws(AuthError) -> String {
            throw AuthError(code, origin: .userAgent, message: "No page was shown.")
        }

        func end() async {}
    }
}
