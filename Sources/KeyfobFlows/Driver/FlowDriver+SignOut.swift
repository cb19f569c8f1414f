public import KeyfobCore
import KeyfobCrypto
public import KeyfobOAuth

extension FlowDriver {
    /// Ends a person's session at the provider, in a user agent (OpenID Connect RP-Initiated Logout 1.0 section 2).
    ///
    /// - Parameters:
    ///   - request: who signs out; `state` and `post_logout_redirect_uri` are put in here.
    ///   - authority: where.
    ///   - redirectURI: where the provider sends the person afterwards, as registered. A provider that does not know
    ///     it shows a page of its own and sends the person nowhere.
    ///   - userAgent: where the session's cookies are; nil means the driver's own.
    /// - Throws: ``AuthError``: `userCanceled` if the person closed the page, which may also mean that they were signed
    ///   out and the provider led them nowhere; `configuration` if the provider has no sign-out page, and as
    ///   discovery and the user agent do.
    public func signOut(
        _ request: LogoutRequest, at authority: Authority, returningTo redirectURI: RedirectURI,
        userAgent: (any UserAgent)? = nil
    ) async throws(AuthError) {
        let agent = try requireUserAgent(userAgent)
        guard let endpoint = try await metadata(for: authority).endSessionEndpoint else {
            throw .configuration(
                "The identity provider names no page to sign out at (end_session_endpoint).",
                remedy: "Sign out without the browser; its session ends by itself or at the provider's own site.")
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
        await session.end()
        _ = try outcome.get()
    }

    /// The user agent of a call, else the driver's.
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
