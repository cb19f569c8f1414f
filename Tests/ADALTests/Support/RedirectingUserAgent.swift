import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// A user agent whose page redirects somewhere at once.
struct RedirectingUserAgent: UserAgent {
    let target: String

    init(_ target: String) { self.target = target }

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(target: target, redirectURI: redirectURI)
    }

    private struct Session: UserAgentSession {
        let target: String
        let redirectURI: RedirectURI

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectVerdict
        ) async throws(AuthError) -> String {
            guard case .accepted = accepting(target) else {
                throw AuthError(.userCanceled, origin: .userAgent, message: "The redirect was not taken.")
            }
            return target
        }

        func end() async {}
    }
}
