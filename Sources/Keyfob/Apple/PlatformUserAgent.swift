#if canImport(AuthenticationServices) && (os(iOS) || os(macOS) || os(visionOS))
import KeyfobCore
import KeyfobFlows
import KeyfobUserAgents

/// The default user agent: the system's sign-in sheet over the front window, and on macOS, where an app can listen
/// while the browser is in front, the system's browser for a loopback redirect. Compiled against stubs, never run.
struct PlatformUserAgent: UserAgent {
    /// The environment of the command that starts the browser.
    let processEnvironment: [String: String]

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        #if os(macOS)
        if UserAgentKind.standard(for: redirectURI) == .systemBrowser {
            let browser = SystemBrowser(environment: processEnvironment)
            return try await LoopbackUserAgent(browser: browser).begin(redirectURI)
        }
        #endif
        return try await AuthenticationSessionUserAgent(anchor: FrontWindow.current).begin(redirectURI)
    }
}
#endif
