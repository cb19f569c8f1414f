package import KeyfobCore
package import KeyfobFlows

/// A user agent that detects a page that sends the user to a broker which is not installed.
package struct BrokerSeekingUserAgent: UserAgent {
    private let base: any UserAgent

    package init(base: any UserAgent) { self.base = base }

    package func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(base: try await base.begin(redirectURI))
    }

    private struct Session: UserAgentSession {
        let base: any UserAgentSession

        var redirectURI: RedirectURI { base.redirectURI }
        var receivesOnlyRedirects: Bool { base.receivesOnlyRedirects }

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
        ) async throws(AuthError) -> String {
            let own = redirectURI.value
            let address = try await base.present(url) { target in
                BrokerInstallation(target, redirectURI: own) == nil ? accepting(target) : .accepted(isSuccess: false)
            }
            if let installation = BrokerInstallation(address, redirectURI: own) { throw installation.authError }
            return address
        }

        func show(_ outcome: PageOutcome) async { await base.show(outcome) }
        func end() async { await base.end() }
    }
}
