import KeyfobCore
import KeyfobFlows

/// The broker's web view as the user agent of a flow: the screen is already open, and stays open when the flow ends.
struct BrokerUserAgent: UserAgent {
    /// The `User-Agent` of the web view; its suffix tells federated sign-in pages that it can prove the device's key.
    static let name = "\(plainName) (PKeyAuth/1.0)"
    /// The `User-Agent` until a certificate is presented, which providers do not request from the other one.
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
