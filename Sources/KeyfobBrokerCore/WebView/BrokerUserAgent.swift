import KeyfobCore
import KeyfobFlows

/// The broker's web view as the user agent of a flow: the screen is open already, and stays so when the flow ends.
struct BrokerUserAgent: UserAgent {
    /// What the web view calls itself; the suffix says to federated sign-in pages that it can prove the device's key.
    static let name = "\(plainName) (PKeyAuth/1.0)"
    /// What it calls itself while it is on its way to present a certificate, which providers do not ask the other one for.
    static let plainName = "Keyfob-Broker/1.0"

    let navigation: WebNavigation

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(navigation: navigation, redirectURI: redirectURI)
    }

    private struct Session: UserAgentSession {
        let navigation: WebNavigation
        let redirectURI: RedirectURI

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectVerdict
        ) async throws(AuthError) -> String {
            try await navigation.run(from: url, accepting: accepting)
        }

        func end() async {}
    }
}
