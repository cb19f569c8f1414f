public import KeyfobCore
public import KeyfobFlows
import KeyfobOAuth

/// A user agent whose page redirects somewhere at once, without a person.
public struct RedirectingUserAgent: UserAgent {
    private let target: String

    /// Makes one.
    ///
    /// - Parameter target: where the page redirects to.
    public init(_ target: String) { self.target = target }

    /// Begins a session at the redirect URI as it is.
    public func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
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
