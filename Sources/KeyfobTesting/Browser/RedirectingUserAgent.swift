public import KeyfobCore
public import KeyfobFlows
import KeyfobOAuth

/// A user agent whose page redirects at once, without a person.
public struct RedirectingUserAgent: UserAgent {
    private let target: String

    /// Makes a user agent.
    ///
    /// - Parameter target: The address that the page redirects to.
    public init(_ target: String) { self.target = target }

    /// Begins a session at the unchanged redirect URI.
    public func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(target: target, redirectURI: redirectURI)
    }

    private struct Session: UserAgentSession {
        let target: String
        let redirectURI: RedirectURI

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
        ) async throws(AuthError) -> String {
            guard case .accepted = accepting(target) else {
                throw AuthError(.userCanceled, origin: .userAgent, message: "The redirect was not taken.")
            }
            return target
        }

        func end() async {}
    }
}
