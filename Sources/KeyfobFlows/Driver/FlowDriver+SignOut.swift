package import KeyfobCore
import KeyfobCrypto
package import KeyfobOAuth

extension FlowDriver {
    /// Ends a user's session at the provider, in a user agent (OpenID Connect RP-Initiated Logout 1.0 section 2).
    ///
    /// - Parameters:
    ///   - request: the request; `state` and `post_logout_redirect_uri` are set by this method.
    ///   - authority: the authority of the session.
    ///   - redirectURI: where the provider redirects the user afterwards, as registered. A provider that does not know
    ///     it shows its own page and does not redirect.
    ///   - userAgent: the user agent with the session's cookies; nil for the driver's.
    /// - Throws: ``AuthError``: `userCanceled` if the user closed the page, which may also mean that the user was
    ///   signed out and the provider did not redirect; `configuration` if the provider has no sign-out page; and the
    ///   errors of discovery and the user agent.
    package func signOut(
        _ request: LogoutRequest, at authority: Authority, returningTo redirectURI: RedirectURI,
        userAgent: (any UserAgent)? = nil
    ) async throws(AuthError) {
        let agent = try requireUserAgent(userAgent)
        guard let endpoint = try await metadata(for: authority).endSessionEndpoint else {
            throw .configuration(
                "The identity provider has no sign-out page (end_session_endpoint).",
                remedy: "Sign out without the browser; its session expires, or ends on the provider's site.")
        }
        let session = try await agent.begin(redirectURI)
        let state = random.token()
        var request = request
        request.state = state
        request.postLogoutRedirectURI = session.redirectURI.value
        let address = session.redirectURI.value
        let outcome: Result<String, AuthError>
        do throws(AuthError) {
            outcome = .success(
                try await session.present(request.url(endpoint: endpoint)) { redirect in
                    Self.isReturn(redirect, to: address, state: state) ? .accepted(isSuccess: true) : .foreign
                })
        } catch {
            outcome = .failure(error)
        }
        await session.show(outcome.failure.map(PageOutcome.failed) ?? .signedOut)
        await session.end()
        _ = try outcome.get()
    }

    /// Returns the user agent of a call, else the driver's.
    ///
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if there is neither.
    func requireUserAgent(_ own: (any UserAgent)?) throws(AuthError) -> any UserAgent {
        guard let agent = own ?? userAgent else {
            throw AuthError(
                .userAgentUnavailable, origin: .userAgent, message: "There is no browser to sign in with.",
                remedy: "Sign in by device code instead.")
        }
        return agent
    }

    private static func isReturn(_ redirect: String, to address: String, state: String) -> Bool {
        guard RedirectAddress.isAt(redirect, address), let mark = redirect.firstIndex(of: "?") else { return false }
        let query = redirect[redirect.index(after: mark)...].prefix { $0 != "#" }
        guard let answer = try? FormParameters(parsing: String(query))["state"] else { return false }
        return ConstantTime.equal(answer, state)
    }
}
