import KeyfobCore
import KeyfobFlows

/// A user agent that runs an app's hooks around each page.
struct HookedUserAgent: UserAgent {
    let base: any UserAgent
    let hooks: PresentationHooks

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(base: try await base.begin(redirectURI), hooks: hooks)
    }

    private struct Session: UserAgentSession {
        let base: any UserAgentSession
        let hooks: PresentationHooks

        var redirectURI: RedirectURI { base.redirectURI }
        var hearsRedirectsAlone: Bool { base.hearsRedirectsAlone }

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectVerdict
        ) async throws(AuthError) -> String {
            await hooks.willPresent?()
            let outcome: Result<String, AuthError>
            do throws(AuthError) {
                outcome = .success(try await base.present(url, accepting: accepting))
            } catch {
                outcome = .failure(error)
            }
            await hooks.didDismiss?()
            return try outcome.get()
        }

        func end() async { await base.end() }
    }
}

extension PublicClientApplication {
    /// The user agent of a call: its own, else the application's, with the call's hooks around it.
    ///
    /// - Returns: nil if there is neither; the flow then fails with `userAgentUnavailable`.
    func userAgent(_ own: (any UserAgent)?, _ hooks: PresentationHooks?) -> (any UserAgent)? {
        guard let agent = own ?? environment.userAgent, let hooks else { return own ?? environment.userAgent }
        return HookedUserAgent(base: agent, hooks: hooks)
    }
}
