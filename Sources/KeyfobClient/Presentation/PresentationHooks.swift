import KeyfobCore
import KeyfobFlows

/// The steps of an app right before and right after a sign-in page is shown: stop a video, hide a window, count.
public struct PresentationHooks: Sendable {
    /// Runs when the page is about to be shown; the page waits for it.
    public var willPresent: (@Sendable () async -> Void)?
    /// Runs when the page was closed, whatever the outcome; the tokens are requested after it.
    public var didDismiss: (@Sendable () async -> Void)?

    /// Makes hooks; nil does nothing.
    public init(
        willPresent: (@Sendable () async -> Void)? = nil, didDismiss: (@Sendable () async -> Void)? = nil
    ) {
        self.willPresent = willPresent
        self.didDismiss = didDismiss
    }
}

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
        var receivesOnlyRedirects: Bool { base.receivesOnlyRedirects }

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
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

        func show(_ outcome: PageOutcome) async { await base.show(outcome) }
        func end() async { await base.end() }
    }
}
