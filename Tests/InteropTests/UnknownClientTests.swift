import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobTesting
import KeyfobUserAgents
import Testing

/// An app that was never registered, whose user is at a real browser: the browser reports nothing to the app.
@Suite("An unregistered app and a real browser", .timeLimit(.minutes(10)))
struct UnknownClientTests {
    /// Opens addresses in Chromium. Like a browser that was running already, it has no exit status to wait for.
    private struct OpenChromium: BrowserLauncher {
        let browser: WebDriver

        func open(_ url: HTTPURL) async throws(AuthError) {
            do { try await browser.go(to: url.description) } catch {
                throw AuthError(.userAgentUnavailable, origin: .userAgent, message: "Chromium failed: \(error)")
            }
        }
    }

    private func app(
        _ provider: RunningProvider, client: String, redirect: String, _ browser: WebDriver
    ) throws -> PublicClientApplication {
        let origin = try #require(HTTPURL(provider.origin))
        let configuration = try ClientConfiguration(
            clientID: client, redirectURI: RedirectURI(redirect),
            authority: Authority(environment: origin.hostAndPort, tenant: Contoso.tenant), appIdentifier: "test.app")
        return PublicClientApplication(
            configuration: configuration,
            environment: ClientEnvironment(
                transport: provider.transport, clock: SystemClock(), random: SystemRandomSource(),
                store: InMemoryCredentialStore(), refreshLock: InProcessRefreshLock(),
                userAgent: LoopbackUserAgent(browser: OpenChromium(browser: browser)), pause: SystemPause()))
    }

    private let unknown = "aaaaaaaa-0000-4000-8000-00000000ffff"

    @Test("R5: an app that is not registered gets a clear error, and its user a page that says the same")
    func unknownClient() async throws {
        try await RunningProvider.with { provider in
            let chromium = try await Chromium(trusting: provider.caFile, transport: provider.transport)
            let outcome = await Result {
                for (client, redirect, number) in [
                    (unknown, "http://localhost", 700016),
                    (Contoso.suite, "http://localhost/not-registered", 50011),
                ] {
                    let app = try app(provider, client: client, redirect: redirect, chromium.browser)
                    let error = await #expect(throws: AuthError.self) {
                        try await app.acquireToken(InteractiveParameters(scopes: [Contoso.read]))
                    }
                    #expect(error?.code == .configuration)
                    #expect(error?.server?.codes == [number])
                    #expect(error?.message.contains("AADSTS\(number)") == true)
                    #expect(error?.remedy?.isEmpty == false)
                    #expect(try app.accounts().isEmpty)
                    // The app did not wait for a browser that would not have reported anything.
                    #expect(try await !chromium.browser.address().hasPrefix("https://"))
                }
                // The page that a user sees who gets there by a link or a bookmark.
                let query = "client_id=\(unknown)&response_type=code&redirect_uri=http%3A%2F%2Flocalhost&scope=openid"
                try await chromium.browser.go(
                    to: "\(provider.origin)/\(Contoso.tenant)/oauth2/v2.0/authorize?\(query)")
                #expect(try await chromium.browser.page() == "error")
                #expect(try await chromium.browser.text(of: "#error-code") == "AADSTS700016")
            }
            await chromium.close()
            try outcome.get()
        }
    }
}
